import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withFile } from "@/lib/authoring/translations";
import { textsOfXliff } from "./xliff";

/** As much of an element as is read. */
interface ElementReading {
  localName: string;
  children: ElementReading[];
  textContent: string;
  getAttribute: (name: string) => string | null;
  querySelectorAll: (names: string) => ElementReading[];
}

/**
 * Reads elements, attributes and text; Node has no reader of XML of its own, and that of browsers
 * is tried by `e2e/templates/languages.spec.ts`.
 */
function elementOf(name: string, attributes: string): ElementReading {
  const attributeValues = new Map(
    [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [
      key,
      value,
    ]),
  );
  const one: ElementReading = {
    localName: name.replace(/^.*:/, ""),
    children: [],
    textContent: "",
    getAttribute: (key) => attributeValues.get(key) ?? null,
    querySelectorAll: (names) =>
      one.children.flatMap((child) => [
        ...(names.split(", ").includes(child.localName) ? [child] : []),
        ...child.querySelectorAll(names),
      ]),
  };
  return one;
}

class Reader {
  parseFromString(xml: string) {
    const root = elementOf("#document", "");
    const open = [root];
    for (const [, closes, name, attributes = "", empty, text] of xml.matchAll(
      /<(\/?)([\w:-]+)([^>]*?)(\/?)>|([^<]+)/g,
    )) {
      if (name === undefined) for (const one of open) one.textContent += text;
      else if (closes) open.pop();
      else {
        const one = elementOf(name, attributes);
        open.at(-1)?.children.push(one);
        if (!empty) open.push(one);
      }
    }
    return {
      documentElement: root.children[0],
      querySelector: () => null,
      querySelectorAll: root.querySelectorAll,
    };
  }
}

beforeEach(() => vi.stubGlobal("DOMParser", Reader));
afterEach(() => vi.unstubAllGlobals());

const first = (units: string) =>
  textsOfXliff(
    `<xliff version="1.2"><file target-language="de"><body>${units}</body></file></xliff>`,
  );
const second = (units: string) =>
  textsOfXliff(
    `<xliff version="2.0" srcLang="en" trgLang="pt_br"><file id="f">${units}</file></xliff>`,
  );

describe("XLIFF 1.2", () => {
  it("has no translation where a memory alone proposes one", () => {
    const memory = "<alt-trans><source>Hello</source><target>Moin</target></alt-trans>";
    const read = first(
      `<trans-unit id="/ios/title"><source>Hello</source>${memory}</trans-unit>
      <trans-unit id="/ios/text"><source>Bye</source><target state="translated">Tschüs</target>${memory}</trans-unit>
      <trans-unit id="/web/text"><source>Yes</source><target/></trans-unit>`,
    );
    expect(read).toEqual({
      languages: [{ language: "de", texts: [{ at: "/ios/text", of: "Bye", text: "Tschüs" }] }],
      untranslated: 2,
    });
  });

  it.each([
    "needs-translation",
    "needs-review-translation",
    "needs-l10n",
    "needs-adaptation",
    "new",
    "translated",
    "final",
  ])("of state %s leaves outdated what it does not change, and nothing else", (state) => {
    const blocks = { ios: { title: "Good day", text: "See you" } };
    const title = { at: "/ios/title", of: "Hello", text: "Hallo" };
    const before = [
      { language: "de", texts: [{ at: "/ios/text", of: "Bye", text: "Tschüs" }, title] },
    ];
    const read = first(
      `<trans-unit id="/ios/title"><source>Good day</source><target state="${state}">Hallo</target></trans-unit>
        <trans-unit id="/ios/text"><source>See you</source><target state="${state}">Bis bald</target></trans-unit>`,
    );
    expect(withFile(blocks, before, read)).toMatchObject({
      languages: [{ texts: [{ at: "/ios/text", of: "See you", text: "Bis bald" }, title] }],
      outdated: 1,
    });
  });
});

describe("XLIFF 2", () => {
  const segment = (source: string, target?: string, order = "") =>
    `<segment><source>${source}</source>${target === undefined ? "" : `<target${order}>${target}</target>`}</segment>`;

  it("has a text in one segment or several, with space between them", () => {
    const space = "<ignorable><source> </source></ignorable>";
    const read = second(
      `<unit id="/ios/title">${segment("Hello", "Olá")}</unit>
      <unit id="/ios/text">${segment("One.", "Um.")}${space}${segment("Two.", "Dois.")}</unit>
      <unit id="/web/text">${segment("One.", "Um.", ' order="3"')}${space}${segment("Two.", "Dois.", ' order="1"')}</unit>`,
    );
    expect(read.untranslated).toBe(0);
    expect(read.languages).toEqual([
      {
        language: "pt-BR",
        texts: [
          { at: "/ios/title", of: "Hello", text: "Olá" },
          { at: "/ios/text", of: "One. Two.", text: "Um. Dois." },
          { at: "/web/text", of: "One. Two.", text: "Dois. Um." },
        ],
      },
    ]);
  });

  it("has no translation of a text when one of its segments has none, also if a memory has one", () => {
    const matches =
      "<mtc:matches><mtc:match><source>Hello</source><target>Oi</target></mtc:match></mtc:matches>";
    const read = second(
      `<unit id="/ios/title">${matches}${segment("Hello")}</unit>
      <unit id="/ios/text">${segment("One. ", "Um. ")}${segment("Two.")}</unit>
      <unit id="/web/text">${segment("One. ", "Um. ")}${segment("Two.", "")}</unit>`,
    );
    expect(read).toEqual({ languages: [{ language: "pt-BR", texts: [] }], untranslated: 3 });
  });
});
