import { z } from "zod";
import { countNotices } from "@/lib/notices/list";
import { methods, resource } from "./resource";
import { rowReply } from "./serialize";
import { memberOf } from "./session";

/**
 * `GET /live/notices`: how many notices of the signed-in member began since they last looked,
 * `{"unseen": 3}`. It is no sign that a person is at it.
 */
export const unseenNotices = methods({
  GET: resource({
    caller: ({ request }) => memberOf(request, () => ({ ok: true })),
    run: async ({ caller: actor }) => ({ unseen: await countNotices({ actor }, {}) }),
    answer: rowReply({ 200: z.object({ unseen: z.int() }) }),
  }),
});
