import { spawn, type ChildProcess } from "node:child_process";
import { config } from "@/lib/config/config";
import { newId } from "@/lib/database/id";
import { openDatabase } from "@/lib/database/open";
import { setDatabase } from "@/lib/database/sql";
import { temporaryFolder, undoAtEnd } from "../tools/ending.mjs";
import { load, repeat, type LoadResult } from "./load";

/**
 * Requests per second of the whole accept path (POST, authentication, parsing, group commit,
 * reply), compared with bare node:http and the database's own limit for a durable insert of the
 * same row, all in one run at 64 connections. Run: `npm run bench:accept`.
 */
const connections = 64;
const warmUpMs = 2_000;
const forMs = 6_000;
const body = JSON.stringify({
  deliverychannel: "push",
  appid: "bench",
  destination: [{ userid: ["user-1"] }],
  channels: {
    push: {
      android: {
        title: "Order shipped",
        text: "Your order left our house today and is with you in two days.",
        extras: { customtags: { order: "A-1042" } },
      },
    },
  },
  correlationid: "bench",
});

const bare = await fire("bare");
print("bare node:http", bare);
const limit = await insertLimit();
print("insert of the same row", limit);
const accepted = await fire("accept");
print("accept", accepted);
const slower = Math.min(bare.rate, limit.rate);
const ratios = { insert: Number((accepted.rate / limit.rate).toFixed(2)) };
process.stdout.write(
  `${((accepted.rate / slower) * 100).toFixed(0)} % of the slower of the two (aim: 60 %)\n`,
);
process.stdout.write(`${JSON.stringify({ bench: "accept", ratios })}\n`);
process.exit(0);

async function fire(kind: "bare" | "accept"): Promise<LoadResult> {
  const { path: folder, remove } = temporaryFolder("clarion-bench");
  const child = spawn(process.execPath, ["--import", "tsx", "bench/accept-server.ts", kind], {
    env: { ...process.env, DATA_DIR: folder, LOG_LEVEL: "warn", NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const kill = undoAtEnd(() => child.kill("SIGKILL"));
  try {
    const { port, key } = await firstLine(child);
    return await load(`http://127.0.0.1:${port}`, {
      path: "/resources/v1/messaging",
      headers: { key, "content-type": "application/json" },
      body,
      connections,
      warmUpMs,
      forMs,
    });
  } finally {
    kill();
    remove();
  }
}

/** One statement and one commit a row, at the same concurrency. */
async function insertLimit(): Promise<LoadResult> {
  const { path: folder, remove } = temporaryFolder("clarion-bench");
  const database = await openDatabase({ ...config(), DATA_DIR: folder }, process.cwd());
  const [service, app] = [newId(), newId()];
  const bytes = Buffer.from(body);
  const hash = Buffer.alloc(32);
  try {
    return await repeat(
      () =>
        database.query(
          "INSERT INTO message (id, service_id, app_id, request, effective_hash, correlationid, accepted_at) VALUES ($1, $2, $3, $4, $5, 'bench', now())",
          [newId(), service, app, bytes, hash],
        ),
      { concurrency: connections, warmUpMs, forMs },
    );
  } finally {
    await database.query("DELETE FROM message");
    setDatabase(undefined);
    await database.close();
    remove();
  }
}

function firstLine(child: ChildProcess): Promise<{ port: number; key: string }> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const line = text.split("\n")[0];
      if (text.includes("\n") && line) resolve(JSON.parse(line) as { port: number; key: string });
    });
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

function print(name: string, result: LoadResult): void {
  const figures = `${result.rate.toFixed(0).padStart(8)} /s   p50 ${result.p50.toFixed(1)} ms   p99 ${result.p99.toFixed(1)} ms   errors ${result.errors}`;
  process.stdout.write(`${name.padEnd(36)}${figures}\n`);
}
