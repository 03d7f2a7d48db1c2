import { describe, expect, it } from "vitest";
import { ForbiddenAddressError, NotSentError, sorted, TimedOutError } from "@/lib/outbound/errors";
import { addressProblem, addressRange, reachedProblem, notify } from "@/lib/outbound/guard";
import { attemptedBy, decideVerdict } from "@/lib/updates/judge";
import { defaultPolicy } from "@/lib/updates/policy";
import { updateFailure } from "./update-failure";

/** What the sender writes down of an error that a call threw. */
const thrown = (error: unknown) => sorted(error).message;
const withCode = (code: string) => Object.assign(new Error(code), { code });

const codes: Record<string, string> = {
  ECONNREFUSED: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ENOTFOUND: "name",
  EAI_AGAIN: "name",
  ETIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "unreachable",
  HPE_INVALID_CONSTANT: "broken",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  CERT_HAS_EXPIRED: "certificate",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificate",
  SELF_SIGNED_CERT_IN_CHAIN: "certificate",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificate",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "certificate",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificate",
  EPROTO: "certificate",
  ECONNRESET: "broken",
  EPIPE: "broken",
  UND_ERR_SOCKET: "broken",
};

describe("why an update was not accepted", () => {
  it("is nothing where it was accepted", () => {
    expect(updateFailure(200, null)).toBeUndefined();
  });

  it("is shown for every answer that is no success, while it is tried and once it was given up", () => {
    for (let status = 300; status < 600; status += 1) {
      const attempted = attemptedBy(status, undefined, defaultPolicy, 0);
      for (const attempts of [0, defaultPolicy.pausesMs.length]) {
        const verdict = decideVerdict(attempted, attempts, defaultPolicy);
        const storedError = "reason" in verdict ? verdict.reason : attempted.error;
        const failure = updateFailure(status, storedError);
        expect([status, failure?.kind]).not.toEqual([status, "unknown"]);
        // An update keeps the words alone where its status is lost.
        expect([status, updateFailure(null, storedError)?.kind]).toEqual([status, failure?.kind]);
      }
    }
    const kindOf = (status: number) => updateFailure(status, `answered ${status}`)?.kind;
    expect([301, 401, 403, 404, 405, 410, 413, 415, 422, 429, 500, 503].map(kindOf)).toEqual([
      "redirect",
      "unauthorised",
      "unauthorised",
      "not-found",
      "method",
      "gone",
      "too-large",
      "method",
      "refused",
      "busy",
      "server",
      "server",
    ]);
  });

  it.each(Object.entries(codes))("%s of a socket is shown as %s", (code, kind) => {
    expect(updateFailure(null, thrown(withCode(code)))?.kind).toBe(kind);
    expect(updateFailure(null, `${thrown(withCode(code))}; given up after 11 attempts`)?.kind).toBe(
      kind,
    );
  });

  it("is shown for errors without a code", () => {
    expect(updateFailure(null, new TimedOutError().message)?.kind).toBe("timeout");
    expect(updateFailure(null, "not connected: ETIMEDOUT")?.text).toContain("Nothing was sent");
    expect(
      updateFailure(null, thrown(Object.assign(new Error("x"), { name: "HTTPParserError" })))
        ?.remedy,
    ).toContain("https://");
    expect(updateFailure(null, thrown(new Error("other side closed")))?.kind).toBe("broken");
    const untrusted = updateFailure(
      null,
      "not connected: its certificate is self-signed; use one of a public authority, or add it to NODE_EXTRA_CA_CERTS (DEPTH_ZERO_SELF_SIGNED_CERT)",
    );
    expect(untrusted).toMatchObject({
      kind: "certificate",
      text: "The receiver’s certificate is self-signed. Nothing was sent.",
    });
    expect(untrusted?.remedy).toContain(
      "Use one of a public authority, or ask the operator of Clarion to trust its authority.",
    );
    expect(untrusted?.setting).toEqual({ name: "NODE_EXTRA_CA_CERTS" });
    expect(
      updateFailure(
        null,
        "not connected: the proxy proxy.example:3128 answered 407; set its user name",
      )?.headline,
    ).toContain("Proxy");
    expect(updateFailure(null, "something new")).toMatchObject({
      kind: "unknown",
      text: "Something new.",
    });
  });

  it.each(["ECONNRESET", "ESERVFAIL", "ENODATA", "EADDRNOTAVAIL", "EACCES", "EPIPE"])(
    "says that nothing was sent where no connection came about: %s",
    (code) => {
      const { kind, text = "" } = updateFailure(null, `not connected: ${code}`) ?? {};
      expect(kind === "name" || text.endsWith("Nothing was sent.")).toBe(true);
      expect(text).not.toContain("may still have accepted");
    },
  );

  it("has the words of TLS where a fault of a certificate has no code", () => {
    const error = Object.assign(new Error("CA signature digest algorithm too weak"), {
      code: "UNSPECIFIED",
    });
    expect(sorted(error)).toBeInstanceOf(NotSentError);
    expect(updateFailure(null, thrown(error))).toMatchObject({
      kind: "certificate",
      text: expect.stringContaining("too weak") as string,
    });
  });

  it("blames the proxy of a token, and not the client's secret", () => {
    const refused =
      "no token from login.example: not connected: the proxy p.example:1 answered 403; let it connect to login.example:443";
    expect(updateFailure(null, refused)).toMatchObject({
      kind: "token",
      setting: { name: "HTTPS_PROXY" },
    });
    expect(
      updateFailure(null, "not connected: the proxy p.example:1 cannot be reached: ETIMEDOUT")
        ?.headline,
    ).toContain("Proxy");
  });

  it.each([
    ["http://10.0.0.1/", "address", "10.0.0.1"],
    ["http://localhost/", "address", "localhost"],
    ["http://shop.example:9000/", "address", "shop.example"],
    ["http://[::1]/", "address", "::1"],
    ["ftp://shop.example/", "url", undefined],
    ["shop.example", "url", undefined],
    ["https://a:b@shop.example/", "url", undefined],
  ])("the guard's refusal of %s is shown as %s", (url, kind, add) => {
    const problem = addressProblem(url) ?? "";
    expect(problem).not.toBe("");
    const failure = updateFailure(null, new ForbiddenAddressError(problem).message);
    expect(failure?.kind).toBe(kind);
    expect(failure?.setting?.add).toBe(add);
  });

  it("is shown for the address behind a name", () => {
    for (const problem of [
      addressRange("192.168.0.1"),
      addressRange("no address"),
      reachedProblem("shop.example", 443, "127.0.0.1", notify),
      reachedProblem("shop.example", 443, undefined, notify),
      "shop.example has no address",
    ])
      expect(updateFailure(null, problem ?? null)?.kind).toBe("address");
  });

  it.each([
    ['there is no authentication "crm"', "no-auth"],
    ['the authentication "crm" was deleted', "no-auth"],
    ['the authentication "crm" is not complete', "incomplete-auth"],
    ['the secret of the authentication "crm" cannot be opened', "sealed"],
    ["the signing secret cannot be opened", "sealed"],
    ["the webhook is switched off", "webhook-off"],
    ["the webhook no longer exists", "webhook-gone"],
    ["the service no longer exists", "service-gone"],
    ["no token from login.example: the token endpoint answered 401 (invalid_client)", "token"],
    ["no token from login.example:8443: the token endpoint cannot be reached", "token"],
    [
      "no token from login.example: the token endpoint did not answer; given up after 11 attempts",
      "token",
    ],
    ["no token from login.example: the token endpoint gave no token", "token"],
    [
      "no token from 10.0.0.1: 10.0.0.1 is a private address (private); add it to NOTIFY_ALLOW",
      "token",
    ],
  ])("%s is shown as %s", (reason, kind) => {
    expect(updateFailure(null, reason)?.kind).toBe(kind);
  });

  it("has no words of the wire in it, and says what to do", () => {
    const reasons = [
      ...Object.keys(codes).map((code) => thrown(withCode(code))),
      "no token from 10.0.0.1: 10.0.0.1 is a private address (private); add it to NOTIFY_ALLOW",
      "the signing secret cannot be opened",
      "port 9000 is not called; add shop.example to NOTIFY_ALLOW",
      ...[301, 401, 404, 405, 410, 413, 422, 429, 500].map((status) => `answered ${status}`),
    ];
    for (const reason of reasons) {
      const { headline, text, remedy } = updateFailure(null, reason) ?? {
        headline: "",
        text: "",
        remedy: "",
      };
      expect(`${headline} ${text} ${remedy}`).not.toMatch(
        /\b[A-Z]{2,}(?:_[A-Z]+)+\b|\bE[A-Z]{4,}\b|\bHTTP \d{3}\b|answered \d/,
      );
      expect(remedy).not.toBe("");
    }
  });
});
