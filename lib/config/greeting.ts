import { paths } from "@/lib/inputs/paths";
import type { Config } from "./config";

/** The sandbox as it stands after a start. */
export interface SandboxFacts {
  appid: string;
  /** The service's key, when this start generated it: it is in no other place. */
  newKey?: string;
}

/**
 * Returns what a start prints: where the console is, how to sign in, and one command that sends a
 * message when pasted. Prints the service's key once, at the start that created it; the setup code
 * changes with each start.
 *
 * @param labPorts where the sandbox's provider endpoints listen
 */
export function greeting(
  settings: Pick<
    Config,
    "ORIGIN" | "ROLE" | "ADMIN_EMAIL" | "DATABASE_URL" | "LAB_PORT" | "DATA_DIR"
  >,
  port: number,
  sandbox: (SandboxFacts & { labPorts: number[] }) | undefined,
  setupCode: string | undefined,
): string {
  const lines = ["", "  Clarion is running."];
  if (settings.ROLE === "all" || settings.ROLE === "web") {
    lines.push("", `  Console      ${settings.ORIGIN}`);
    if (setupCode !== undefined)
      lines.push(
        `  First visit  ${settings.ORIGIN}${paths.setup()}`,
        `  Setup code   ${setupCode}`,
      );
    else
      lines.push(
        `  Sign in      ${settings.ORIGIN}${paths.signIn()}${settings.ADMIN_EMAIL ? ` as ${settings.ADMIN_EMAIL}` : ""}`,
      );
  }
  lines.push(`  Data folder  ${settings.DATA_DIR}`);
  if (sandbox) {
    const { labPorts, newKey } = sandbox;
    if (settings.LAB_PORT !== 0 && labPorts.some((labPort, n) => labPort !== settings.LAB_PORT + n))
      lines.push(
        `  Lab ports    ${labPorts.join(", ")} (some ports from LAB_PORT ${settings.LAB_PORT} on are in use)`,
      );
    if (newKey !== undefined)
      lines.push("  Service key  in the command below (shown only once; store it safely)");
    lines.push(
      "",
      newKey === undefined
        ? "  Send a message to the sandbox's devices (set SERVICE_KEY to its service key first):"
        : "  Send a first message to the sandbox's devices:",
      "",
      `${newKey === undefined ? "" : `export SERVICE_KEY=${newKey}; `}${curl(hereOf(settings.ORIGIN, port), sandbox.appid)}`,
      "",
      `  and watch it arrive: ${settings.ORIGIN}${paths.devices()}`,
    );
  }
  return `${lines.join("\n")}\n\n`;
}

/**
 * Where a command on this machine reaches it: as the console is called, where that is a name of
 * this machine.
 */
function hereOf(origin: string, port: number): string {
  const { protocol, hostname } = new URL(origin);
  return protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname)
    ? origin
    : `http://localhost:${port}`;
}

function curl(origin: string, appid: string): string {
  const request = {
    deliverychannel: "push",
    appid,
    destination: [{ userid: ["user-1", "user-2", "user-3"] }],
    channels: {
      push: {
        android: { title: "Hello", text: "Your first push." },
        ios: { title: "Hello", text: "Your first push." },
        web: {
          platform_types: ["chrome", "firefox", "safari"],
          title: "Hello",
          text: "Your first push.",
          actiontext: "Open",
        },
      },
    },
  };
  return `curl ${origin}/resources/v1/messaging -H "key: $SERVICE_KEY" -H 'content-type: application/json' -d '${JSON.stringify(request)}'`;
}
