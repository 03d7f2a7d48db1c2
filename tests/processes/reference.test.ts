import { expect, inject, it } from "vitest";
import { operationsOf } from "@/components/reference/operations";
import { sampleOf } from "@/components/reference/samples";
import { signInByHttp, type HttpSession } from "@/e2e/support/http-session";
import { openApiDocument } from "@/lib/http/openapi";
import { comparable } from "@/tests/answer-shape";
import { actionsOfBuild, callAction, encodedArguments } from "./actions";

it("the reference's samples are taken as they are printed, and answered as it says", async () => {
  const shared = inject("shared");
  const { origin, serviceKey } = shared;
  const { clientKey, inbox } = await keysOf(shared);
  const operations = new Map(operationsOf(openApiDocument()).map((one) => [one.id, one]));
  const reader = { appid: "sandbox", userid: "user-1" };
  const keys = { SERVICE_KEY: serviceKey, CLIENT_KEY: clientKey };
  const call = async (id: string, path?: string) => {
    const operation = operations.get(id);
    const sample = operation && sampleOf(operation, reader);
    if (!operation || !sample) throw new Error(`no sample of ${id}`);
    const answer = await fetch(origin + (path ?? sample.path), {
      method: operation.method,
      headers: {
        ...(operation.key && { key: keys[operation.key] }),
        ...(sample.body !== undefined && { "content-type": "application/json" }),
      },
      ...(sample.body !== undefined && { body: sample.body }),
    });
    const body: unknown = await answer.json();
    expect({ id, status: answer.status, body: answer.status === sample.status ? undefined : body }).toEqual({
      id,
      status: sample.status,
      body: undefined,
    });
    return { sample, body };
  };
  const expectShape = async (id: string, path?: string) => {
    const { sample, body } = await call(id, path);
    const [printed, real] = comparable(sample.answer, body, sample.nulls);
    expect({ id, shape: printed }).toEqual({ id, shape: real });
    return body;
  };
  for (const id of [
    "registerDevice",
    "removeDevice",
    "reportReceipts",
    "writeTemplate",
    "previewTemplate",
    "readTemplate",
    "publishTemplate",
    "listTemplates",
  ])
    await expectShape(id);
  const { response } = (await expectShape("sendMessage")) as { response: { transid: string }[] };
  const transid = response[0]?.transid ?? "";
  await expect
    .poll(
      async () =>
        ((await (await fetch(`${origin}/resources/v1/messaging/${transid}`, { headers: { key: serviceKey } })).json()) as { state: string })
          .state,
    )
    .toBe("done");
  await expectShape("readMessage", `/resources/v1/messaging/${transid}`);
  await expectShape("postToInbox", inbox);
  const { sample, body } = await call("readReference");
  // Of a document that long the sample prints the beginning.
  expect(body).toMatchObject(sample.answer as object);
});

/**
 * The sandbox's client key and the path of its inbox, as its owner finds them in the console. A test of another file may end all sessions of the owner in between:
 * what was answered with the sign-in is asked again in a new session.
 */
async function keysOf(shared: { origin: string; email: string; password: string }): Promise<{ clientKey: string; inbox: string }> {
  const found = async (ask: (session: HttpSession) => Promise<string>, pattern: RegExp) => {
    for (let tries = 0; tries < 3; tries++) {
      const [, match] = pattern.exec(await ask(await signInByHttp(shared))) ?? [];
      if (match !== undefined) return match;
    }
    throw new Error(`nothing like ${pattern.source}`);
  };
  const inPage = (path: string, pattern: RegExp) => found(async (session) => (await session.ask(path)).text(), pattern);
  const appId = await inPage("/settings/apps", /\/settings\/apps\/([0-9a-f-]{36})/);
  const clientKey = await inPage(`/settings/apps/${appId}`, /(pk_[\w-]+)/);
  const serviceId = await inPage("/settings/services", /\/settings\/services\/([0-9a-f-]{36})/);
  const open = actionsOfBuild().find(({ name }) => name === "startInbox");
  if (!open) throw new Error("no action startInbox");
  const inbox = await found(
    async (session) => (await callAction(session, open, encodedArguments([{ serviceId }]))).text,
    /(\/resources\/v1\/inbox\/[\w-]+)/,
  );
  return { clientKey, inbox };
}
