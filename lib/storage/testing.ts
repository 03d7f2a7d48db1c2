import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@/tools/free-port.mjs";
import type { Bucket } from "./bucket-store";

// oxlint-disable-next-line node/no-process-env -- of the run of tests, not of the program
const root = process.env["TEST_SWIFT_ROOT"] ?? "/";
const builder = join(root, "usr/bin/swift-ring-builder");
const python = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
const env = {
  // oxlint-disable-next-line node/no-process-env -- what it is found by
  PATH: process.env["PATH"],
  PYTHONPATH: join(root, "usr/lib/python3/dist-packages"),
  LD_LIBRARY_PATH: join(root, "usr/lib/x86_64-linux-gnu"),
} as unknown as NodeJS.ProcessEnv;

/**
 * Whether OpenStack Swift is here, whose s3api speaks S3 and judges signatures: Debian's
 * swift-proxy, swift-account, swift-container and swift-object, installed, or unpacked (`dpkg -x`)
 * in TEST_SWIFT_ROOT.
 */
export function hasSwift(): boolean {
  return existsSync(builder);
}

/** Swift on ports of its own, with an address for a bucket that is not created yet. */
export interface Swift {
  bucket: Bucket;
  stop: () => void;
}

const stores = ["account", "container", "object"] as const;
/** It reads swift.conf from /etc alone, unless configured before it begins. */
const launcher = `import sys
import swift.common.utils as utils
etc, name = sys.argv[1:3]
utils.SWIFT_CONF_FILE = etc + "/swift.conf"
from swift.common.wsgi import run_wsgi
sys.exit(run_wsgi(f"{etc}/{name}.conf", f"{name}-server"))
`;

/** Starts Swift with one disk, and waits until it answers. For tests. */
export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), "clarion-swift-"));
  mkdirSync(join(folder, "disks/d1"), { recursive: true });
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
  write("launch.py", [launcher]);
  write("swift.conf", [
    "[swift-hash]",
    "swift_hash_path_suffix = test",
    "[storage-policy:0]",
    "name = one",
    "default = yes",
  ]);
  const common = (port: number) => [
    "[DEFAULT]",
    "bind_ip = 127.0.0.1",
    `bind_port = ${port}`,
    "user = root",
    `swift_dir = ${folder}`,
    "workers = 0",
  ];
  const ports: number[] = [];
  for (const name of stores) {
    const port = await freePort();
    ports.push(port);
    const app = [`[app:${name}-server]`, `use = egg:swift#${name}`, "fallocate_reserve = 0"];
    const disks = [`devices = ${join(folder, "disks")}`, "mount_check = false"];
    write(`${name}.conf`, [
      ...common(port),
      ...disks,
      "[pipeline:main]",
      `pipeline = ${name}-server`,
      ...app,
    ]);
    const ring = join(folder, `${name}.builder`);
    for (const step of [
      ["create", "4", "1", "0"],
      ["add", `r1z1-127.0.0.1:${port}/d1`, "1"],
      ["rebalance"],
    ])
      execFileSync(python, [builder, ring, ...step], { env, stdio: "ignore" });
  }
  const port = await freePort();
  write("proxy.conf", [
    ...common(port),
    section("pipeline:main", "pipeline = catch_errors cache s3api tempauth proxy-server"),
    section("app:proxy-server", "use = egg:swift#proxy", "account_autocreate = true"),
    section("filter:catch_errors", "use = egg:swift#catch_errors"),
    section("filter:cache", "use = egg:swift#memcache", "memcache_servers = 127.0.0.1:1"),
    section("filter:s3api", "use = egg:swift#s3api", "location = us-east-1"),
    section("filter:tempauth", "use = egg:swift#tempauth", "user_test_tester = testing .admin"),
  ]);
  const start = (name: string) =>
    spawn(python, [join(folder, "launch.py"), folder, name], { env, stdio: "ignore", cwd: folder });
  // First its stores: the proxy leaves those alone for a while that did not answer it.
  const running = stores.map(start);
  await Promise.all(ports.map(answering));
  running.push(start("proxy"));
  await answering(port);
  return {
    bucket: {
      url: `http://127.0.0.1:${port}/images`,
      region: "us-east-1",
      keyId: "test:tester",
      secret: "testing",
    },
    stop: () => {
      for (const one of running) one.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function section(name: string, ...lines: readonly string[]): string {
  return [`[${name}]`, ...lines].join("\n");
}

async function answering(port: number): Promise<void> {
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () =>
        resolve(false),
      );
      socket.on("connect", () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("Swift did not start within a minute.");
}
