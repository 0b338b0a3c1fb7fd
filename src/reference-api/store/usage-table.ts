import type { Traffic, UsageDay } from '../model/usage.ts';

/** What is known of a day; its subject is an environment or a WordPress install. */
export interface SubjectDay extends UsageDay {
	/** UUID of the environment or install. */
	subjectId: string;
}

/** What was measured of a subject. */
export interface Measurement {
	subjectId: string;
	fileBytes: number;
	/** Null when this machine does not have the database. */
	databaseBytes: number | null;
}

/** When the storage of an account, or of an install alone, was measured, or will have been. */
export interface Refresh {
	/** UUID of the account or install. */
	scopeId: string;
	/** Whether a measurement waits or runs. */
	isOpen: boolean;
	/** When the newest measurement was expected to end; null before the first one. */
	expectedTime: Date | null;
	/** When the last one ended, or null. */
	finishTime: Date | null;
	/** How long the last one took, or null. */
	durationMs: number | null;
}

/** Where usage is kept. Days are UTC, `YYYY-MM-DD`. */
export interface UsageTable {
	/** What there is of these subjects in a range of days, both included; in any order, with gaps. */
	days: (
		subjectIds: readonly string[],
		firstDate: string,
		lastDate: string
	) => Promise< SubjectDay[] >;
	/** Notes what was measured on a day, in place of what was measured on it before; its traffic stays. */
	setStorage: (
		date: string,
		measureTime: Date,
		measurement: Measurement
	) => Promise< void >;
	/** Adds to the traffic of a day; its storage stays. */
	addTraffic: (
		date: string,
		subjectId: string,
		traffic: Traffic
	) => Promise< void >;
	/** A scope's refresh, or null when it was never asked for. */
	refresh: ( scopeId: string ) => Promise< Refresh | null >;
	/** Those that wait or run. */
	openRefreshes: () => Promise< Refresh[] >;
	/** Adds or replaces a scope's refresh. */
	saveRefresh: ( refresh: Refresh ) => Promise< void >;
	/** Removes all days before this one. */
	removeBefore: ( date: string ) => Promise< void >;
	/** Removes the days and the refresh of a subject or scope. */
	removeOf: ( id: string ) => Promise< void >;
}
