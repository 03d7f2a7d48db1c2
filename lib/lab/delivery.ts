import type { Counts } from "./counts";
import type { SimulatedDevice } from "./devices";
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
  deliver(recipient: SimulatedDevice, arrival: Arrival): void {
    this.#counts[recipient.provider].notifications += 1;
    this.#screens.arrive(recipient, arrival);
    if (arrival.transid !== "") this.receipt(recipient, arrival.transid, { event: "delivered" });
  }

  /** Sends a receipt of a device. */
  receipt(
    recipient: SimulatedDevice,
    transid: string,
    what: { event: Receipt["event"] } | Interaction,
  ): void {
    if (!this.#receipts.hasTarget) return;
    const { deviceid, pushId } = recipient.device;
    const receipt: Receipt = {
      transid,
      ...(recipient.receiptBy === "deviceid" ? { deviceid } : { pushid: pushId }),
      ...what,
      at: new Date().toISOString(),
    };
    this.#receipts.add(receipt);
    if (this.#faults.of(recipient.provider)?.duplicateReceipts) this.#receipts.add(receipt);
  }
}
