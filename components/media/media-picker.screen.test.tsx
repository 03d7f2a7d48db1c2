import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "@/components/ui/testing";
import { MediaPicker } from "./media-picker";

const empty = { rows: [], next: null, previous: null, total: 0 };

it("an empty library says to upload an image; one that is none is refused by its name until dismissed", async () => {
  const { user } = openPage(
    <MediaPicker
      media={{
        serviceId: "s",
        origin: "https://clarion.example",
        find: async () => ({ ok: true, value: empty }),
        mayUpload: true,
      }}
      onChoose={() => undefined}
      onClose={() => undefined}
    />,
  );
  expect(await screen.findByText("Upload one above and it is here.")).toBeDefined();
  const notes = new File(["Not a picture"], "notes.png", { type: "image/png" });
  await user.upload(screen.getByLabelText("Upload images"), notes);
  expect((await screen.findByText(/This is not an image/)).textContent).toBe(
    "notes.png: This is not an image. Save it as PNG, JPEG, GIF or WebP and upload that.",
  );
  await user.click(screen.getByRole("button", { name: "Dismiss notes.png" }));
  expect(screen.queryByText(/This is not an image/)).toBeNull();
});

it("says that the library did not answer, and what to do", async () => {
  openPage(
    <MediaPicker
      media={{
        serviceId: "s",
        origin: "https://clarion.example",
        find: () => Promise.reject(new Error("offline")),
        mayUpload: false,
      }}
      onChoose={() => undefined}
      onClose={() => undefined}
    />,
  );
  expect((await screen.findByRole("alert")).textContent).toBe(
    "No answer from the server. Close this and open it again.",
  );
});
