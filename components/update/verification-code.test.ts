import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bodyOf } from "@/lib/updates/build";
import { signatureHeaders } from "@/lib/updates/sign";
import {
  languages,
  schemes,
  verificationCode,
  type Language,
  type Scheme,
} from "./verification-code";

/** What is checked: an update as it arrives. */
interface SignedUpdate {
  secret: string;
  headers: Record<string, string>;
  /** Base64. */
  body: string;
}

/**
 * Reads a {@link SignedUpdate} in the simplest form: secret, body in base64 and headers, a line
 * each.
 */
const lines = ({ secret, body, headers }: SignedUpdate) =>
  [secret, body, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join("\n");

/**
 * How a language runs a file that reads those lines and prints true or false. `has`: the check
 * whether this machine can.
 */
const runs: Record<
  Language,
  {
    has: string[];
    files: (code: string) => Record<string, string>;
    build?: string[];
    run: string[];
  }
> = {
  node: {
    has: ["node", "--version"],
    files: (code) => ({
      "check.mjs": `${code}
import { readFileSync } from "node:fs";
const [secret, body, ...rest] = readFileSync(0, "utf8").split("\\n");
const headers = Object.fromEntries(rest.map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]));
console.log(isFromClarion(secret, headers, Buffer.from(body, "base64")));`,
    }),
    run: ["node", "check.mjs"],
  },
  python: {
    has: ["python3", "--version"],
    files: (code) => ({
      "check.py": `${code}
import base64, sys
secret, body, *rest = sys.stdin.read().split("\\n")
print(str(is_from_clarion(secret, dict(line.split(": ", 1) for line in rest), base64.b64decode(body))).lower())`,
    }),
    run: ["python3", "check.py"],
  },
  java: {
    has: ["javac", "-version"],
    files: (code) => ({
      "ClarionSignature.java": code,
      "Check.java": `import java.util.*;
public class Check {
  public static void main(String[] args) throws Exception {
    String[] lines = new String(System.in.readAllBytes(), "UTF-8").split("\\n");
    Map<String, String> headers = new HashMap<>();
    for (int n = 2; n < lines.length; n++) headers.put(lines[n].split(": ", 2)[0], lines[n].split(": ", 2)[1]);
    System.out.println(ClarionSignature.isFromClarion(lines[0], headers, Base64.getDecoder().decode(lines[1])));
  }
}`,
    }),
    build: ["javac", "ClarionSignature.java", "Check.java"],
    run: ["java", "-cp", ".", "Check"],
  },
  php: {
    has: ["php", "--version"],
    files: (code) => ({
      "check.php": `${code}
$lines = explode("\\n", file_get_contents('php://stdin'));
$headers = [];
foreach (array_slice($lines, 2) as $line) { [$name, $value] = explode(': ', $line, 2); $headers[$name] = $value; }
echo isFromClarion($lines[0], $headers, base64_decode($lines[1])) ? 'true' : 'false';`,
    }),
    run: ["php", "check.php"],
  },
  go: {
    has: ["go", "version"],
    files: (code) => ({
      "go.mod": "module check\n\ngo 1.20\n",
      "clarion/clarion.go": code,
      "main.go": `package main

import (
	"check/clarion"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

func main() {
	text, _ := io.ReadAll(os.Stdin)
	lines := strings.Split(string(text), "\\n")
	headers := http.Header{}
	for _, line := range lines[2:] {
		name, value, _ := strings.Cut(line, ": ")
		headers.Set(name, value)
	}
	body, _ := base64.StdEncoding.DecodeString(lines[1])
	fmt.Println(clarion.IsFromClarion(lines[0], headers, body))
}
`,
    }),
    build: ["go", "build", "-o", "check", "."],
    run: ["./check"],
  },
  csharp: {
    has: ["dotnet", "--version"],
    files: (code) => ({
      "ClarionSignature.cs": code,
      "check.csproj": `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>`,
      "Program.cs": `var lines = System.Console.In.ReadToEnd().Split('\\n');
var headers = new System.Collections.Generic.Dictionary<string, string>();
foreach (var line in lines[2..]) headers[line.Split(": ", 2)[0]] = line.Split(": ", 2)[1];
System.Console.WriteLine(ClarionSignature.IsFromClarion(lines[0], headers, System.Convert.FromBase64String(lines[1])) ? "true" : "false");`,
    }),
    build: ["dotnet", "build", "-o", "out"],
    run: ["out/check"],
  },
};

const body = bodyOf({
  delivery: {
    messageId: "019c0000-0000-7000-8000-000000000001",
    deliveryId: "019c0000-0000-7000-8000-000000000002",
    serviceId: "019c0000-0000-7000-8000-000000000003",
    pushid: "token",
    destination: "Zoë 👋",
    destinationType: "userid",
    deviceid: "device",
    correlationid: "",
    callbackData: "ünïcode",
    notifyurl: "",
    notifyurlAuthId: "",
    pushref: "",
  },
  kind: "read",
  at: new Date("2026-02-07T14:52:10.281Z"),
  code: "7502",
  description: "Read",
  reply: "danke",
});
const secrets = ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw/+==", "a plain secret"];

function arrived(
  secret: string,
  change: { body?: string; seconds?: number; signedWith?: string } = {},
): SignedUpdate {
  const seconds = change.seconds ?? Math.floor(Date.now() / 1_000);
  const headers = signatureHeaders(
    change.signedWith ?? secret,
    "019c0000-0000-7000-8000-000000000004",
    Buffer.from(body),
    seconds,
  );
  return { secret, headers, body: Buffer.from(change.body ?? body).toString("base64") };
}

const can = (language: Language) =>
  spawnSync(runs[language].has[0] ?? "", runs[language].has.slice(1)).status === 0;

describe.each(languages)("the check of a signature in %s", (language) => {
  const folder = mkdtempSync(join(tmpdir(), "clarion-verify-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(schemes)("names the headers of %s as they are sent", (scheme) => {
    const code = verificationCode(language, scheme);
    const sent = Object.keys(arrived("x").headers);
    const named =
      scheme === "hub"
        ? ["x-hub-signature"]
        : ["webhook-id", "webhook-timestamp", "webhook-signature"];
    for (const name of named) {
      expect(sent).toContain(name);
      expect(code).toContain(name);
    }
  });

  describe.runIf(can(language))("run", () => {
    const { files, build, run } = runs[language];
    const at = (scheme: Scheme) => join(folder, scheme);
    beforeAll(() => {
      for (const scheme of schemes)
        for (const [name, text] of Object.entries(files(verificationCode(language, scheme)))) {
          mkdirSync(join(at(scheme), name, ".."), { recursive: true });
          writeFileSync(join(at(scheme), name), text);
        }
      if (build)
        for (const scheme of schemes)
          execFileSync(build[0] ?? "", build.slice(1), { cwd: at(scheme) });
    }, 240_000);
    const says = (scheme: Scheme, what: SignedUpdate) =>
      execFileSync(run[0] ?? "", run.slice(1), {
        cwd: at(scheme),
        input: lines(what),
        encoding: "utf8",
      }).trim();

    it.each(schemes)(
      "%s: takes what was truly signed, and nothing that was tampered with",
      (scheme) => {
        for (const secret of secrets) expect(says(scheme, arrived(secret))).toBe("true");
        const [secret = ""] = secrets;
        expect(says(scheme, arrived(secret, { body: body.replace("7502", "7500") }))).toBe("false");
        expect(says(scheme, arrived(secret, { signedWith: "whsec_b3RoZXI=" }))).toBe("false");
        expect(says(scheme, { ...arrived(secret), headers: {} })).toBe("false");
        if (scheme === "hub") return;
        // One of several signatures is enough, as during a change of the secret; an old update is
        // replayed by an attacker.
        const { headers, ...rest } = arrived(secret);
        expect(
          says(scheme, {
            ...rest,
            headers: { ...headers, "webhook-signature": `v1,AAAA ${headers["webhook-signature"]}` },
          }),
        ).toBe("true");
        expect(says(scheme, { ...rest, headers: { ...headers, "webhook-id": "another" } })).toBe(
          "false",
        );
        expect(
          says(scheme, arrived(secret, { seconds: Math.floor(Date.now() / 1_000) - 400 })),
        ).toBe("false");
      },
      240_000,
    );
  });
});
