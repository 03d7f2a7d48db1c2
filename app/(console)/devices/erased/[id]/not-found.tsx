import { NothingFound } from "@/components/shell/nothing-found";

export default function ReceiptNotFound() {
  return (
    <NothingFound
      title="There is no such receipt"
      list={{ href: "/devices/erased", name: "All receipts" }}
    >
      The address is incomplete, or only owners may see it.
    </NothingFound>
  );
}
