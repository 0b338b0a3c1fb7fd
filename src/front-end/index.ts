export { refreshHandler } from './refresh-handler.ts';
export type { RefreshOptions, Secret } from './refresh-handler.ts';
export type { RefreshData } from './payload.ts';
