import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Lab, startLab } from "@/lib/lab/lab";
import {
  ask1,
  fcmAssertion,
  fcmTokenCall,
  freshFolder,
  makeJwt,
  nowSeconds,
} from "@/lib/lab/test-client";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({ dataDir: freshFolder(), ports: 0 });
});
afterAll(() => lab.stop());

describe("FCM token call", () => {
  it("gives out a token for a sound assertion", async () => {
    const answered = await fcmTokenCall(lab, fcmAssertion(lab));
    expect(answered.status).toBe(200);
    expect(JSON.parse(answered.body)).toMatchObject({
      expires_in: 3599,
      token_type: "Bearer",
      access_token: expect.stringMatching(/^ya29\./),
    });
  });

  const now = nowSeconds();
  it.each([
    ["another account", { iss: "other@example.com" }, "invalid_grant"],
    ["another audience", { aud: "https://oauth2.googleapis.com/token" }, "invalid_grant"],
    ["a foreign scope", { scope: "https://www.googleapis.com/auth/drive" }, "invalid_scope"],
    ["more than an hour", { iat: now, exp: now + 3700 }, "invalid_grant"],
    ["an expired assertion", { iat: now - 7200, exp: now - 3700 }, "invalid_grant"],
    ["one issued in the future", { iat: now + 600, exp: now + 1200 }, "invalid_grant"],
    ["no times", { iat: undefined, exp: undefined }, "invalid_grant"],
  ])("refuses %s", async (_, claims, error) => {
    const answered = await fcmTokenCall(lab, fcmAssertion(lab, claims));
    expect([answered.status, (JSON.parse(answered.body) as { error: string }).error]).toEqual([
      400,
      error,
    ]);
  });

  it("refuses a signature of another key, another algorithm, another grant and no form", async () => {
    const good = fcmAssertion(lab);
    const forged = `${good.slice(0, good.lastIndexOf(".") + 1)}${Buffer.alloc(256, 7).toString("base64url")}`;
    const wrongAlgorithm = makeJwt("ES256", lab.accounts.apns.privateKey, {
      iss: lab.accounts.fcm.clientEmail,
      aud: lab.accounts.fcm.tokenUri,
    });
    for (const assertion of [forged, wrongAlgorithm, "x.y", "not a jwt"])
      expect(JSON.parse((await fcmTokenCall(lab, assertion)).body)).toMatchObject({
        error: "invalid_grant",
      });
    expect(JSON.parse((await fcmTokenCall(lab, good, "client_credentials")).body)).toMatchObject({
      error: "unsupported_grant_type",
    });
    expect(
      JSON.parse(
        (
          await ask1(
            lab.accounts.fcm.tokenUri,
            "POST",
            { "content-type": "application/json" },
            "{}",
          )
        ).body,
      ),
    ).toMatchObject({
      error: "invalid_request",
    });
  });
});
