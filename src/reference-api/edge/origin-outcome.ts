import type { StoragePolicy } from './freshness.ts';
import type { OriginResponse } from './origin-request.ts';
import type { StoredResponse } from './stored-response.ts';
import type { Variant } from './vary.ts';

/** What a stored response has besides the response itself. */
export interface StorageDetails {
	policy: StoragePolicy;
	variant: Variant;
	responseTime: number;
}

export interface NewResponse {
	kind: 'new';
	response: OriginResponse;
	/** Counts its bytes as received while it is read. */
	body: AsyncGenerator< Buffer >;
	/** Null if the response must not be stored. */
	storage: StorageDetails | null;
	/** Why the response is not stored or is never fresh, or null. */
	uncachedReason: string | null;
}

/** The application sent 304. */
export interface RevalidatedResponse {
	kind: 'revalidated';
	stored: StoredResponse;
	isStored: boolean;
	/** Why the response is not stored any more or is never fresh, or null. */
	uncachedReason: string | null;
}

/** The application failed, and `stale-if-error` allows the stored response. */
export interface StaleIfError {
	kind: 'stale-if-error';
	stored: StoredResponse;
	/** Undefined if there was no response. */
	status: number | undefined;
}

export type OriginOutcome = NewResponse | RevalidatedResponse | StaleIfError;
