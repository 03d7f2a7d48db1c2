import { createServer } from "node:http";
import { config } from "@/lib/config/config";
import { openDatabase } from "@/lib/database/open";
import { createApp } from "@/lib/directory/app/create";
import { saveCredential } from "@/lib/directory/credential/save";
import { idleCredential } from "@/lib/directory/credential/testing";
import { createService } from "@/lib/directory/service/create";
import { createRouter } from "@/lib/http/router";
import { listenToOthers } from "@/lib/work/wake";

/**
 * The interface without workers, or nothing but node:http: what `bench/accept` fires at. Prints its
 * port and key on standard output.
 */
const actor = { kind: "job", name: "bench" } as const;
const key = "sk_bench_accept_0000000001";

if (process.argv[2] === "bare") {
  listen(
    createServer((request, response) => {
      request.on("data", () => undefined);
      request.on("end", () =>
        response
          .writeHead(200, { "content-type": "application/json" })
          .end('{"response":[{"code":"1001"}]}'),
      );
    }),
  );
} else {
  const database = await openDatabase(config(), process.cwd());
  await database.transaction(async (tx) => {
    const service = await createService(
      { actor, tx },
      { name: "Bench", sandbox: false, httpsOnly: false, key },
    );
    const app = await createApp(
      { actor, tx },
      { serviceId: service.id, appid: "bench", name: "Bench" },
    );
    await saveCredential(
      { actor, tx },
      { appId: app.id, provider: "fcm", credential: idleCredential("fcm") },
    );
  });
  await listenToOthers();
  const router = createRouter({ ready: async () => true });
  listen(
    createServer(
      (request, response) => void (router(request, response) || response.writeHead(404).end()),
    ),
  );
}

function listen(server: ReturnType<typeof createServer>): void {
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.stdout.write(
      `${JSON.stringify({ port: typeof address === "object" ? address?.port : 0, key })}\n`,
    );
  });
}
