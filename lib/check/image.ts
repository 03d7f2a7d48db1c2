import { memberIdOf } from "@/lib/auth/member";
import { config } from "@/lib/config/config";
import { serviceOfAppid } from "@/lib/directory/app/service-of";
import { factsOfFile } from "@/lib/directory/media/list";
import { ownLook, type ImageAnswer, type ImageLook } from "@/lib/findings/image-look";
import { imageLookSchema } from "@/lib/inputs/media";
import { isPictureUrl, parseHttpUrl } from "@/lib/interface/url";
import { ownMedia } from "@/lib/media/address";
import { once } from "@/lib/runtime/once";
import { TokenBuckets } from "@/lib/runtime/token-buckets";
import { TtlCache } from "@/lib/runtime/ttl-cache";
import { rejectInput } from "@/lib/verb/errors";
import { view } from "@/lib/verb/view";
import { lookAt } from "./look-at-image";
import { originReach } from "./origin-reach";

/** Pictures that one member may have looked at in a minute. */
const perMinute = 30;
/** Pictures that this process looks at at a time. */
const atOnce = 16;
/**
 * A browser calls one action after the other: what takes longer is asked for again, and holds up no
 * other.
 */
const patienceMs = 150;
const cacheMs = 60_000;
/** What is wrong is being mended, perhaps. */
const failureCacheMs = 5_000;

interface CachedLook {
  look: ImageLook | undefined;
  done: Promise<unknown>;
}

const imageLooks = () =>
  once("image-looks", () => ({
    looks: new TtlCache<CachedLook>(500),
    members: new TokenBuckets(perMinute / 60, { burstSeconds: 60 }),
    under: { way: 0 },
  }));

/**
 * Looks at a picture that a message names: whether it can be fetched, its type and size. Returns
 * soon, if need be with the answer that the look is under way; the next call returns its outcome.
 * Each member may have {@link perMinute} pictures looked at in a minute, and learns when to come
 * back. Outcomes are cached for a minute, for all. Pictures of the media library are read from the
 * database without a call.
 */
export const lookAtImage = view({
  action: "campaign.save",
  input: imageLookSchema,
  service: serviceOfAppid,
  run: async ({ actor, sql, serviceId }, { url }): Promise<ImageAnswer> => {
    const { ORIGIN: origin } = config();
    const file = ownMedia(url, origin);
    if (file) {
      const facts = await factsOfFile(sql, file.sha256, serviceId);
      return facts?.type === file.type
        ? ownLook(facts, url, originReach(origin))
        : { kind: "refused", url, status: 404 };
    }
    if (!isPictureUrl(url) || !parseHttpUrl(url))
      rejectInput("Only addresses that begin with https:// or http:// can be checked.", "/url");
    const { looks, members, under } = imageLooks();
    let entry = looks.get(url);
    if (!entry) {
      const seconds = members.take(memberIdOf(actor) ?? "", 1);
      if (seconds > 0) return { kind: "later", seconds };
      if (under.way >= atOnce) return { kind: "later", seconds: 2 };
      under.way += 1;
      const begun: CachedLook = { look: undefined, done: Promise.resolve() };
      begun.done = lookAt(url).then((look) => {
        under.way -= 1;
        begun.look = look;
        looks.set(url, begun, look.kind === "image" ? cacheMs : failureCacheMs);
      });
      looks.set(url, begun, cacheMs);
      entry = begun;
    }
    await soon(entry.done);
    return entry.look ?? { kind: "looking" };
  },
});

/** Resolves with the promise, or after {@link patienceMs}. */
async function soon(done: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([done, new Promise((resolve) => (timer = setTimeout(resolve, patienceMs)))]);
  clearTimeout(timer);
}
