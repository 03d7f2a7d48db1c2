import { expect, it } from "vitest";
import { pastedServiceAccount, readKeyFile } from "./key-file";

const pem = "-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n";
const account = {
  type: "service_account",
  project_id: "shop-1",
  private_key_id: "abc",
  private_key: pem,
  client_email: "push@shop-1.iam.gserviceaccount.com",
  token_uri: "https://oauth2.googleapis.com/token",
};
const members = {
  projectId: "shop-1",
  clientEmail: account.client_email,
  privateKey: pem,
  tokenUri: account.token_uri,
};

it("reads a service account's key file, chosen or pasted", () => {
  expect(readKeyFile("fcm", "shop.json", JSON.stringify(account))).toEqual({ members });
  expect(pastedServiceAccount(`\n${JSON.stringify(account, null, 2)}`)).toEqual(members);
  const text = JSON.stringify(account, null, 2);
  for (const pasted of [
    `\ufeff${text}`,
    `'${text}'`,
    JSON.stringify(text),
    text.replaceAll('"', '\\"'),
    text.replaceAll("\\n", "\n"),
  ])
    expect(pastedServiceAccount(pasted)).toEqual(members);
  for (const other of ["a text", "{", "{}", pem])
    expect(pastedServiceAccount(other)).toBeUndefined();
});

it("says which file it is that does not help, and which does", () => {
  const wrong = (name: string, text: string, provider: "fcm" | "apns" = "fcm") => {
    const read = readKeyFile(provider, name, text);
    return "wrong" in read ? read.wrong : "";
  };
  expect(wrong("google-services.json", JSON.stringify({ project_info: {}, client: [] }))).toContain(
    "belongs in the app",
  );
  expect(wrong("a.json", JSON.stringify({ type: "authorized_user" }))).toContain(
    "not the key file of a service account",
  );
  expect(wrong("a.json", "[1]")).toContain("it isn’t JSON");
  expect(wrong("a.json", '{"project_id":"a","project_id":"b"}')).toBe(
    "Invalid JSON at /project_id. A member may occur once only in its object.",
  );
  expect(wrong("push.p12", "\u0000", "apns")).toContain("Choose Certificate (.p12) above");
  expect(wrong("AuthKey_F6G7H8J9K0.p8", "x", "apns")).toContain("no private key");
});

it("takes the key's ID from the name of Apple's file, where it is still there", () => {
  expect(readKeyFile("apns", "AuthKey_F6G7H8J9K0 (1).p8", pem)).toEqual({
    members: { privateKey: pem, keyId: "F6G7H8J9K0" },
  });
  expect(readKeyFile("apns", "push.p8", pem)).toEqual({ members: { privateKey: pem } });
  const bare = "MIGH".repeat(40);
  expect(readKeyFile("apns", "push.p8", bare)).toEqual({ members: { privateKey: bare } });
});
