import { kindName } from "@/components/facts/kind-icon";
import { isolated } from "@/components/ui/sentence";
import type { OpenDevice } from "@/lib/directory/device/open";
import type { addSuppressions } from "@/lib/directory/suppression/add";
import type { removeSuppression } from "@/lib/directory/suppression/remove";
import type { suppressDevice } from "@/lib/directory/suppression/suppress-device";
import type { Answer } from "@/lib/inputs/answer";
import type { ActionOf, EachActionOf } from "@/lib/verb/answer";

/** What is asked before something is done to a device. */
export interface DeviceQuestion {
  title: string;
  text: string;
  button: string;
  harmless?: boolean;
  call: () => Promise<Answer<unknown>>;
  done: string;
  gone?: boolean;
}

/** What changes the suppression list from a device's page. */
export interface SuppressionActions {
  suppressToken: ActionOf<typeof suppressDevice>;
  suppressUser: ActionOf<typeof addSuppressions>;
  /** Takes entries off the list. */
  unsuppress: EachActionOf<typeof removeSuppression>;
}

/**
 * Returns the menu entries that add a device's token and users to the suppression list, and those
 * that remove them from it. `label` is the text in the menu.
 */
export function suppressionChoices(
  device: OpenDevice,
  actions: SuppressionActions,
): (DeviceQuestion & { label: string })[] {
  const { userids, suppressed } = device;
  const free = ["", ...userids].filter((userid) => !suppressed.includes(userid));
  return [
    ...free.map((userid) => suppressing(device, userid, actions)),
    ...[...new Set(suppressed)].map((userid) => releasing(device, userid, actions)),
  ];
}

function suppressing(
  device: OpenDevice,
  userid: string,
  actions: SuppressionActions,
): DeviceQuestion & { label: string } {
  const { id, serviceId } = device;
  if (userid === "")
    return {
      label: "Suppress token …",
      title: `Suppress the token of ${deviceName(device)}?`,
      text: "The device gets no messages from this service until you remove it from the suppression list.",
      button: "Suppress token",
      call: () => actions.suppressToken({ id }),
      done: "Suppressed the token",
    };
  return {
    label: `Suppress ${userid} …`,
    title: `Suppress ${userid}?`,
    text: "None of their devices gets messages from this service until you remove them from the suppression list. Other users of a shared device still get theirs.",
    button: "Suppress user",
    call: () => actions.suppressUser({ serviceId, kind: "userid", ids: [userid] }),
    done: `Suppressed ${isolated(userid)}`,
  };
}

function releasing(
  device: OpenDevice,
  userid: string,
  actions: SuppressionActions,
): DeviceQuestion & { label: string } {
  const inputs = device.entries
    .filter((entry) => entry.userid === userid)
    .map(({ id }) => ({ id }));
  const common = {
    button: "Take off the list",
    harmless: true,
    call: async () => firstRefusal(await actions.unsuppress(inputs)),
  };
  if (userid === "")
    return {
      ...common,
      label: "Take the token off the suppression list …",
      title: `Take the token of ${deviceName(device)} off the suppression list?`,
      text: "The device gets messages from this service again, from the next one on.",
      done: "The token is no longer suppressed",
    };
  return {
    ...common,
    label: `Take ${userid} off the suppression list …`,
    title: `Take ${userid} off the suppression list?`,
    text: "All their devices get messages from this service again, from the next one on.",
    done: `${isolated(userid)} is no longer suppressed`,
  };
}

/** One answer of several: what was refused first, if anything was. */
function firstRefusal(answer: Answer<readonly Answer<unknown>[]>): Answer<unknown> {
  return answer.ok ? (answer.value.find(({ ok }) => !ok) ?? answer) : answer;
}

/** What a device is called in a question. */
export function deviceName({ model, kind, fingerprint }: OpenDevice): string {
  return `${model ?? kindName(kind)} (${fingerprint})`;
}
