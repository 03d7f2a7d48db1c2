import type { Config } from "./config";

/** The sandbox as it stands after a start. */
export interface SandboxFacts {
  appid: string;
  /** The service's key, when this start made it: it is in no other place. */
  newKey?: string;
}

/** What a start prints: where the console is, how to sign in, and one command that sends a message when pasted. */
export function greeting(
  settings: Pick<Config, "ORIGIN" | "ROLE" | "ADMIN_EMAIL" | "SERVICE_KEY" | "DATABASE_URL">,
  port: number,
  sandbox: SandboxFacts | undefined,
  setupCode: string | undefined,
): string {
  const lines = ["", "  Clarion is up."];
  if (settings.ROLE === "all" || settings.ROLE === "web") {
    lines.push("", `  Console      ${settings.ORIGIN}`);
    if (setupCode !== undefined) lines.push(`  First visit  ${settings.ORIGIN}/setup`, `  Setup code   ${setupCode}`);
    else lines.push(`  Sign in      ${settings.ORIGIN}/sign-in${settings.ADMIN_EMAIL ? ` as ${settings.ADMIN_EMAIL}` : ""}`);
  }
  if (sandbox?.newKey !== undefined) lines.push(`  Service key  ${sandbox.newKey}   (printed this once; keep it)`);
  if (sandbox) {
    const key = sandbox.newKey ?? settings.SERVICE_KEY ?? "$SERVICE_KEY";
    lines.push(
      "",
      sandbox.newKey || settings.SERVICE_KEY
        ? "  Send a first message to the sandbox's devices:"
        : "  Send a message to the sandbox's devices (SERVICE_KEY is the key of the first start):",
    );
    lines.push("", curl(`http://localhost:${port}`, key, sandbox.appid), "", `  and watch it arrive: ${settings.ORIGIN}/devices`);
  }
  if (settings.DATABASE_URL === undefined)
    lines.push("", "  The embedded database survives the death of this process, not a power cut: use PostgreSQL (DATABASE_URL) for that.");
  return `${lines.join("\n")}\n\n`;
}

function curl(origin: string, key: string, appid: string): string {
  const request = {
    deliverychannel: "push",
    appid,
    destination: [{ userid: ["user-1", "user-2", "user-3"] }],
    channels: {
      push: {
        android: { title: "Hello", text: "Your first push." },
        ios: { title: "Hello", text: "Your first push." },
        web: { platform_types: ["chrome", "firefox", "safari"], title: "Hello", text: "Your first push.", actiontext: "Open" },
      },
    },
  };
  const quotedKey = key.startsWith("$") ? `"key: ${key}"` : `'key: ${key.replaceAll("'", String.raw`'\''`)}'`;
  return `curl ${origin}/resources/v1/messaging -H ${quotedKey} -H 'content-type: application/json' -d '${JSON.stringify(request)}'`;
}
