import { uuid, type Service } from "./service";

const brief = { web: { platform_types: ["chrome"], title: "Title", text: "Text" } };

/** Returns a request that works in a service, as text. */
export function request({ appid, userid }: Service): string {
  return JSON.stringify({
    deliverychannel: "push",
    appid,
    destination: [{ userid: [userid] }],
    channels: { push: brief },
  });
}

/** A request that a template fills in. */
export const composed = {
  deliverychannel: "push",
  appid: "sandbox",
  destination: [{ userid: ["user-1"] }],
  channels: { push: { android: { title: "Hello", text: "Text" } } },
  message: { template: "order_shipped", parameters: { name: "Maya", order: "1" } },
};
/** The same, as text. */
export const filledIn = JSON.stringify(composed);

/** Returns a draft as the composer saves it, new where the id is null. */
export function draft({ appid }: Pick<Service, "appid">, id: string | null) {
  return { id, revision: 1, name: "By roles", appid, draft: "{}" };
}
/** A draft that there is not. */
export const savedDraft = draft({ appid: "sandbox" }, uuid);

/** Lists and apps that a message goes to in addition: none, and another app. */
export const reach = { audienceId: null, moreAppids: [] };
export const wideReach = {
  audienceId: null,
  moreAppids: ["sandbox"],
  segment: { id: uuid, evaluation: "send" },
  rate: 1_000,
};

/** Returns whom a test goes to. */
export function choice({ userid }: Service) {
  return { groups: [], devices: [], browsers: [], users: [userid] };
}
/** A choice of everything that a test can go to. */
export const everyChoice = {
  groups: [uuid],
  devices: [uuid],
  browsers: ["w_x"],
  users: ["user-1"],
};

/** What a member is invited as. */
export const place = { role: "marketer", maySend: true, mayApprove: false };

/** Takes one of the things that a call uses up. */
export function next(spare: string[]): string {
  return spare.pop() ?? "";
}

let last = 0;
/** Returns a number that no call had yet. */
export function newNumber(): number {
  return (last += 1);
}
/** Returns a name that no call had yet. */
export function newName(): string {
  return `By roles ${newNumber()}`;
}
