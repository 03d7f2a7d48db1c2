import { connect as connectHttp2 } from "node:http2";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Lab, startLab } from "./lab";
import { ask2, deviceOf, fcmHeaders, fcmToken, freshFolder } from "./test-client";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({ dataDir: freshFolder(), ports: 0 });
});
afterAll(() => lab.stop());

const open = async (origin: string): Promise<Socket> => {
  const socket = connect({ port: Number(new URL(origin).port), host: "127.0.0.1", noDelay: true });
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("connect", resolve));
  return socket;
};
const writeBytes = (socket: Socket, bytes: string | Buffer) =>
  new Promise((resolve) => socket.write(bytes, resolve));
const firstData = (socket: Socket) =>
  new Promise<Buffer>((resolve) => socket.once("data", resolve));

describe("one port for both protocols", () => {
  it("knows HTTP/2 by its preface, even byte by byte", async () => {
    const socket = await open(lab.endpoints.fcm);
    const answered = firstData(socket);
    for (const byte of "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") await writeBytes(socket, byte);
    await writeBytes(socket, Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]));
    expect((await answered)[3]).toBe(4); // a SETTINGS frame
    socket.destroy();
  });

  it("knows HTTP/1.1, even byte by byte, and keeps the connection", async () => {
    const socket = await open(lab.endpoints.hms);
    for (let n = 0; n < 2; n += 1) {
      const answered = firstData(socket);
      for (const byte of "POST /nowhere HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}")
        await writeBytes(socket, byte);
      expect((await answered).toString()).toMatch(/^HTTP\/1\.1 404/);
    }
    socket.destroy();
  });

  it("survives nonsense and clients that break off in mid body", async () => {
    const nonsense = await open(lab.endpoints.webpush);
    const closed = new Promise((resolve) => nonsense.once("close", resolve));
    nonsense.resume();
    await writeBytes(nonsense, Buffer.from([1, 2, 3, 4, 13, 10, 13, 10]));
    await closed;
    const half = await open(lab.endpoints.hms);
    await writeBytes(half, "POST /x HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{");
    half.destroy();
    const session = connectHttp2(lab.endpoints.fcm);
    session.on("error", () => undefined);
    const stream = session.request(fcmHeaders(lab, "x"));
    stream.on("error", () => undefined);
    await new Promise((resolve) => stream.write("{", resolve));
    session.destroy();
    const answered = await ask2(
      lab.endpoints.fcm,
      fcmHeaders(lab, await fcmToken(lab)),
      JSON.stringify({ message: { token: deviceOf(lab, "android").pushId } }),
    );
    expect(answered.status).toBe(200);
    await vi.waitUntil(
      () =>
        Object.values(lab.counts()).every(
          (counts) => !("openConnections" in counts) || counts.openConnections === 0,
        ),
      30_000,
    );
  });
});
