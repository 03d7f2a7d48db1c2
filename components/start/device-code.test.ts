import { describe, expect, it } from "vitest";
import { receiptCode, registrationCode, systems, type CodeFacts } from "./device-code";

const facts: CodeFacts = {
  origin: "https://push.example",
  appid: "shop",
  clientKey: "pk_1",
  publicKey: "BN1",
};

describe.each(systems)("the code for %s", (system) => {
  it("names this console, the app and its client key", () => {
    const code = registrationCode(system, facts);
    for (const text of ["https://push.example", "shop", "pk_1"]) expect(code).toContain(text);
    expect(receiptCode(system, facts)).toContain(
      system === "web" ? "Nothing to do" : "https://push.example/resources/v1/receipts",
    );
  });

  it("holds any name of an app as text", () => {
    const appid = '"</script><b>$x\\(1)';
    const code = registrationCode(system, { ...facts, appid });
    // Of a page there is the one that ends its own script.
    expect(code.match(/<\/script>(?!<b>)/g)?.length ?? 0).toBe(system === "web" ? 1 : 0);
    expect(system === "web" && code.includes("</script><b>")).toBe(false);
    expect(code).toContain(String.raw`\"`);
    expect(code.split("\n")).toHaveLength(registrationCode(system, facts).split("\n").length);
  });
});

it("says what is missing where browsers cannot subscribe yet", () => {
  expect(registrationCode("web", { ...facts, publicKey: null })).toContain(
    "add a Web Push credential first",
  );
});
