import { expect, inject, it } from "vitest";
import { unsigned } from "@/tests/actions/unsigned";
import { actionsOfBuild, callAction, encodedArguments } from "./actions";

const server = inject("shared");
/** Asks without a cookie. */
const nobody = {
  ask: (path: string, init?: RequestInit) =>
    fetch(server.origin + path, {
      redirect: "manual",
      ...init,
      headers: { origin: server.origin, ...(init?.headers as Record<string, string>) },
    }),
};

it("every action without a session answers where to sign in", async () => {
  const actions = actionsOfBuild().filter(({ name }) => !Object.hasOwn(unsigned, name));
  expect(actions.length).toBeGreaterThan(100);
  const wrong: string[] = [];
  for (const action of actions) {
    const { status, text } = await callAction(nobody, action, encodedArguments([{}]));
    if (status !== 200 || !text.includes("Your session has ended. Sign in again in another tab"))
      wrong.push(`${action.name}: ${status} ${text.slice(0, 200)}`);
  }
  expect(wrong).toEqual([]);
});
