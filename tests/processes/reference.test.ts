import { expect, inject, it } from "vitest";
import { operationsOf } from "@/components/reference/operations";
import { sampleOf } from "@/components/reference/samples";
import { makeWorkspace } from "@/e2e/support/ask-server";
import { signInByHttp } from "@/e2e/support/http-session";
import type { WorkspaceRows } from "@/e2e/support/test-rows";
import { openApiDocument } from "@/lib/http/openapi";
import { comparable } from "@/tests/answer-shape";
import { actionsOfBuild, callAction, encodedArguments } from "./actions";

it("the reference's samples are accepted as printed, and answered as it says", async () => {
  const { origin, password, socket } = inject("shared");
  // Its own, since tests of other files make services, and end the owner's sessions, while this one
  // runs.
  const workspace = await makeWorkspace(socket);
  const { serviceKey, appid } = workspace;
  const { clientKey, inbox } = await keysOf({ ...workspace, origin, password });
  const operations = new Map(operationsOf(openApiDocument()).map((one) => [one.id, one]));
  const reader = { appid, userid: "user-1" };
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
    expect({
      id,
      status: answer.status,
      body: answer.status === sample.status ? undefined : body,
    }).toEqual({
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
        (
          (await (
            await fetch(`${origin}/resources/v1/messaging/${transid}`, {
              headers: { key: serviceKey },
            })
          ).json()) as { state: string }
        ).state,
    )
    .toBe("done");
  await expectShape("readMessage", `/resources/v1/messaging/${transid}`);
  await expectShape("postToInbox", inbox);
  const { sample, body } = await call("readReference");
  // Of a document that long the sample prints the beginning.
  expect(body).toMatchObject(sample.answer as object);
});

/**
 * The client key of a workspace and the path of its service's inbox, as its member finds them in
 * the console.
 */
async function keysOf(
  workspace: WorkspaceRows & { origin: string; password: string },
): Promise<{ clientKey: string; inbox: string }> {
  const { appId, serviceId } = workspace;
  const session = await signInByHttp(workspace);
  // The longest: a page's stream may be cut within one.
  const matchIn = (text: string, pattern: RegExp) => {
    const [match] = [...text.matchAll(pattern)]
      .map(([one]) => one)
      .toSorted((one, other) => other.length - one.length);
    if (match === undefined)
      throw new Error(
        `nothing like ${pattern.source} in what a session answers (${session.error ?? "signed in"})`,
      );
    return match;
  };
  const page = await session.ask(`/settings/apps/${appId}`);
  const clientKey = matchIn(await page.text(), /pk_[\w-]+/g);
  const open = actionsOfBuild().find(({ name }) => name === "openInbox");
  if (!open) throw new Error("no action openInbox");
  const { text } = await callAction(session, open, encodedArguments([{ serviceId }]));
  return { clientKey, inbox: matchIn(text, /\/resources\/v1\/inbox\/[\w-]+/g) };
}
