import { NothingFound } from "@/components/shell/nothing-found";
import { paths } from "@/lib/inputs/paths";

export default function ReceiptNotFound() {
  return (
    <NothingFound
      title="There is no such receipt"
      list={{ href: paths.removedPeople(), name: "All receipts" }}
    >
      The address is incomplete, or only owners may see it.
    </NothingFound>
  );
}
