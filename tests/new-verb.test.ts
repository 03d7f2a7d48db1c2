import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { actions } from "@/lib/policy/testing";
import { calls } from "./actions/catalogue";
import { unsigned } from "./actions/unsigned";
import { forgottenPlaces, misnamedActions, type Sources } from "./new-verb";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

interface Source {
  path: string;
  text: string;
}

/** The code of some rooms, without tests. */
function sourcesIn(...rooms: string[]): Source[] {
  return rooms
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: "utf8" }).map((file) =>
        join(room, file),
      ),
    )
    .filter(
      (path) =>
        /\.tsx?$/.test(path) &&
        !/(\.test|\/testing)\.tsx?$/.test(path) &&
        !path.startsWith("lib/database/generated"),
    )
    .map((path) => ({ path, text: read(path) }));
}

const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, group = ""]) => group);

function readSources(): Sources {
  const code = [
    ...sourcesIn("lib", "app", "prisma"),
    { path: "server.ts", text: read("server.ts") },
  ];
  const verbs = new Map(
    code.flatMap(({ text }) =>
      [...text.matchAll(/^export const (\w+) = verb(?:InSteps)?\(\{\s*action: "([\w.]+)"/gm)].map(
        ([, name = "", action = ""]) => [name, action] as const,
      ),
    ),
  );
  const asking = code.filter(({ path }) => !path.startsWith("lib/policy/"));
  const quoted = new Set(asking.flatMap(({ text }) => matches(text, /"(\w+\.\w+)"/g)));
  const named = new Set(
    asking.flatMap(({ text }) =>
      matches(text.replaceAll(/^export const \w+ = verb/gm, ""), /\b(\w+)\b/g),
    ),
  );
  const serverActions = code
    .filter(({ text }) => text.startsWith('"use server"'))
    .flatMap(({ path, text }) =>
      matches(text, /^export (?:const|async function) (\w+)/gm).map(
        (name) => [name, path] as const,
      ),
    );
  return {
    actions,
    tabled: matches(read("lib/policy/who-may-what.txt"), /^(\w+\.\w+) /gm),
    authorized: quoted,
    verbs,
    called: named,
    serverActions: new Map(serverActions),
    calls: Object.keys({ ...calls, ...unsigned }),
  };
}

it("finds every place of every action, verb and server action", () => {
  const sources = readSources();
  expect(sources.verbs.size).toBeGreaterThan(80);
  expect(sources.serverActions.size).toBeGreaterThan(100);
  expect(forgottenPlaces(sources)).toEqual([]);
});

it("names each place that a new verb was not added to", () => {
  const none: Sources = {
    actions: ["list.merge"],
    tabled: ["list.split"],
    authorized: new Set(),
    verbs: new Map([["mergeLists", "list.merge"]]),
    called: new Set(),
    serverActions: new Map([["merge", "app/actions.ts"]]),
    calls: ["split"],
  };
  expect(forgottenPlaces(none)).toEqual([
    "list.merge: missing in lib/policy/who-may-what.txt",
    "list.split: left over in lib/policy/who-may-what.txt",
    "list.merge: nothing asks for this right",
    "mergeLists: nothing calls this verb",
    "merge: missing in tests/actions",
    "split: left over in tests/actions",
  ]);
  expect(forgottenPlaces({ ...none, actions: [] })).toContain(
    "list.merge: missing in lib/policy/actions.ts",
  );
});

it("finds one server action of each verb, with its name", () => {
  const files = sourcesIn("app").filter(({ text }) => text.startsWith('"use server"'));
  expect(files.length).toBeGreaterThan(15);
  expect(misnamedActions(files.map(({ text }) => text))).toEqual([]);
});

it("names a verb that two server actions answer, and an action with another name", () => {
  const one =
    'import { undoSend as undoSendVerb } from "./send";\nexport const undoSend = answer(undoSendVerb);\nexport const undoEachSend = answerEach(undoSendVerb);\n';
  const two =
    'import { undoSend as back } from "./send";\nexport const takeBack = answer(back, { changes });\n';
  expect(misnamedActions([one])).toEqual([]);
  expect(misnamedActions([two])).toEqual([
    "takeBack: is to be called undoSend, as what it answers",
  ]);
  expect(misnamedActions([one, two])).toEqual(["undoSend: answered by undoSend and by takeBack"]);
});
