import { expect, it } from "vitest";
import { config } from "@/lib/config/config";
import { newId } from "@/lib/database/id";
import { inboxAddress } from "@/lib/interface/inbox";
import { clientCredentials } from "./oauth-token";

it("asks no inbox of this installation for a token: it would show the client's secret", async () => {
  const tokenUrl = inboxAddress(config().ORIGIN, "a".repeat(32));
  const auth = {
    kind: "oauth2" as const,
    tokenUrl,
    clientId: "a client",
    clientSecret: "secret",
    clientIn: "body" as const,
  };
  let calls = 0;
  const post = async () => {
    calls += 1;
    return { status: 200, headers: {}, body: '{"access_token":"x"}' };
  };
  await expect(clientCredentials(post, newId(), auth).get()).rejects.toThrow(/token endpoint/);
  expect(calls).toBe(0);
  const elsewhere = { ...auth, tokenUrl: "https://tokens.example/token" };
  expect(await clientCredentials(post, newId(), elsewhere).get()).toBe("x");
});
