import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ImageAnswer, ImageLook } from "@/lib/findings/image-look";
import { imageStore } from "./image-store";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const gone = (url: string): ImageLook => ({ kind: "refused", url, status: 404 });
const imageLook = (url: string): ImageLook => ({
  kind: "image",
  url,
  format: "PNG",
  size: { width: 2, height: 1 },
  animated: false,
  bytes: 9,
  atLeast: 9,
  contentType: "image/png",
});

function opened(answerOf: (url: string, times: number) => ImageAnswer | Error) {
  const requests: string[] = [];
  let comeBack: () => void = () => undefined;
  const look = async ({ url }: { url: string }) => {
    requests.push(url);
    const value = answerOf(url, requests.filter((one) => one === url).length);
    if (value instanceof Error) throw value;
    return { ok: true as const, value };
  };
  const store = imageStore(look, (again) => {
    comeBack = again;
    return () => undefined;
  });
  store.watch(() => undefined);
  return { store, requests, comeBack: () => comeBack() };
}

it("asks once an address has stood for a moment, and never for those in between", async () => {
  const { store, requests } = opened(imageLook);
  for (const url of ["https://e", "https://ex", "https://example/a.png"]) {
    store.want("app", [url]);
    await vi.advanceTimersByTimeAsync(300);
  }
  expect(requests).toEqual([]);
  await vi.advanceTimersByTimeAsync(400);
  expect(requests).toEqual(["https://example/a.png"]);
  expect(store.read("https://example/a.png")).toEqual({
    kind: "seen",
    look: imageLook("https://example/a.png"),
  });
  expect(store.read("https://e")).toBeUndefined();
});

it("remembers what it has seen", async () => {
  const { store, requests } = opened(imageLook);
  for (const url of ["a", "b", "a", "b"]) {
    store.want("app", [url]);
    await vi.advanceTimersByTimeAsync(2_000);
  }
  expect(requests).toEqual(["a", "b"]);
});

it("asks again while it is being looked at, and not once the address is another one", async () => {
  const { store, requests } = opened((url, times) =>
    url === "a" || times < 3 ? { kind: "looking" } : imageLook(url),
  );
  store.want("app", ["a"]);
  await vi.advanceTimersByTimeAsync(1_200);
  expect(store.read("a")).toEqual({ kind: "looking" });
  store.want("app", ["b"]);
  const before = requests.filter((url) => url === "a").length;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(requests.filter((url) => url === "a")).toHaveLength(before);
  expect(requests.filter((url) => url === "b")).toHaveLength(3);
  expect(store.read("b")).toMatchObject({ kind: "seen" });
});

it("leaves the service alone for as long as it asks for, or after it could not be reached", async () => {
  const { store, requests } = opened((url, times) =>
    times > 1 ? imageLook(url) : url === "a" ? { kind: "later", seconds: 20 } : new Error("away"),
  );
  store.want("app", ["a", "b"]);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(requests).toEqual(["a", "b"]);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(requests).toEqual(["a", "b", "b"]);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(requests).toEqual(["a", "b", "b", "a"]);
});

it("looks again at what was wrong when the user comes back to the tab", async () => {
  const { store, requests, comeBack } = opened((url, times) =>
    url === "bad" && times === 1 ? gone(url) : imageLook(url),
  );
  store.want("app", ["good", "bad"]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(store.read("bad")).toMatchObject({ look: { kind: "refused" } });
  comeBack();
  await vi.advanceTimersByTimeAsync(100);
  expect(requests).toEqual(["good", "bad", "bad"]);
  expect(store.read("bad")).toMatchObject({ look: { kind: "image" } });
});
