import { expect, it } from "vitest";
import { originReach } from "./origin-reach";

it.each([
  ["https://push.example.com", "reachable"],
  ["https://203.0.114.7", "reachable"],
  ["http://push.example.com", "http"],
  ["http://localhost:3000", "private"],
  ["https://console.localhost", "private"],
  ["https://127.0.0.1:8443", "private"],
  ["https://10.1.2.3", "private"],
  ["https://192.168.0.10", "private"],
  ["https://[::1]", "private"],
  ["https://[fd00::1]", "private"],
  ["https://clarion", "private"],
  ["https://clarion.internal", "private"],
  ["https://clarion.local", "private"],
])("%s is %s", (origin, reach) => {
  expect(originReach(origin)).toBe(reach);
});
