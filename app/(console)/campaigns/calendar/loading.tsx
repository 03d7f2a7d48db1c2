export { PageSkeleton as default } from "@/components/listing/page-skeleton";
