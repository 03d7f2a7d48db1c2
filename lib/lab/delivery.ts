import type { Counts } from "./counts";
import type { HeldDevice } from "./devices";
import type { Faults } from "./faults";
import type { Receipt, Receipts } from "./receipts";
import type { Arrival, Interaction, Screens } from "./screens";

/** The last step of every service: the notification reaches the device, and the device says so. */
export class Delivery {
  readonly #screens: Screens;
  readonly #receipts: Receipts;
  readonly #faults: Faults;
  readonly #counts: Counts;

  constructor(screens: Screens, receipts: Receipts, faults: Faults, counts: Counts) {
    this.#screens = screens;
    this.#receipts = receipts;
    this.#faults = faults;
    this.#counts = counts;
  }

  /**
   * Shows a notification and sends the receipt `delivered`. A payload without a transid gives no
   * receipt.
   */
  deliver(held: HeldDevice, arrival: Arrival): void {
    this.#counts[held.provider].notifications += 1;
    this.#screens.arrive(held, arrival);
    if (arrival.transid !== "") this.receipt(held, arrival.transid, { event: "delivered" });
  }

  /** Sends a receipt of a device. */
  receipt(
    held: HeldDevice,
    transid: string,
    what: { event: Receipt["event"] } | Interaction,
  ): void {
    if (!this.#receipts.wanted) return;
    const { deviceid, pushId } = held.device;
    const receipt: Receipt = {
      transid,
      ...(held.receiptBy === "deviceid" ? { deviceid } : { pushid: pushId }),
      ...what,
      at: new Date().toISOString(),
    };
    this.#receipts.add(receipt);
    if (this.#faults.of(held.provider)?.duplicateReceipts) this.#receipts.add(receipt);
  }
}
