import { sumDays } from './daily-totals.ts';
import type {
	AccountUsage,
	EnvironmentUsage,
	UsageDay,
	UsageRange,
} from '../model/usage.ts';
import { subjectIdsOf } from './subjects.ts';
import type { AccountSubjects, LinkedInstall, UsageStore } from './subjects.ts';
import type { Refresh } from '../store/usage.ts';

/** A WordPress install with all that is linked to it, as the usage API tells it. */
export interface InstallUsage {
	name: string;
	/** Oldest first, without gaps. */
	days: UsageDay[];
	/** When the newest measurement is expected to end; null once it is done and that time is over. */
	expectedTime: Date | null;
}

/** A page of an account's installs. */
export interface UsagePage {
	installs: InstallUsage[];
	/** How many installs the account has in all. */
	total: number;
	/** Where the next page begins, or null after the last one. */
	nextOffset: number | null;
	refreshTime: Date | null;
	expectedTime: Date | null;
}

/** Which part of a list is meant. */
export interface Page {
	limit: number;
	offset: number;
}

/**
 * Returns the expected time as the usage API does: until the measurement is done, and never before that time itself, so
 * that a client that asks for it after a refresh finds it.
 */
function shownTime( refresh: Refresh | null, now: Date ): Date | null {
	const expectedTime = refresh?.expectedTime ?? null;
	return refresh?.isOpen || ( expectedTime && expectedTime > now )
		? expectedTime
		: null;
}

async function installUsage(
	store: UsageStore,
	linked: LinkedInstall,
	range: UsageRange,
	accountExpects: Date | null,
	now: Date
): Promise< InstallUsage > {
	const ids = subjectIdsOf( linked );
	const rows = await store.usage.days( ids, range.firstDate, range.lastDate );
	const refresh = await store.usage.refresh( linked.install.id );
	return {
		name: linked.install.name,
		days: sumDays( rows, ids, range ),
		expectedTime: shownTime( refresh, now ) ?? accountExpects,
	};
}

/** Returns the usage of an account's headless environments. */
export async function reportAccount(
	store: UsageStore,
	subjects: AccountSubjects,
	range: UsageRange,
	storageLimitBytes: number
): Promise< AccountUsage > {
	const { account, installs } = subjects;
	const refresh = await store.usage.refresh( account.id );
	const accountExpects = refresh?.isOpen ? refresh.expectedTime : null;
	const installIds = new Map(
		installs.map( ( { install } ) => [ install.name, install.id ] )
	);
	const readDays = async ( id: string ) =>
		sumDays(
			await store.usage.days( [ id ], range.firstDate, range.lastDate ),
			[ id ],
			range
		);
	const databases = new Map< string, UsageDay[] >();
	const open = await store.usage.openRefreshes();
	const expectedTimes = new Map(
		open.map( ( { scopeId, expectedTime } ) => [ scopeId, expectedTime ] )
	);
	const environments: EnvironmentUsage[] = [];
	for ( const one of subjects.environments ) {
		const installId = installIds.get( one.wpEnvironment ) ?? '';
		const ofInstall =
			databases.get( installId ) ?? ( await readDays( installId ) );
		databases.set( installId, ofInstall );
		const days = await readDays( one.id );
		environments.push( {
			environmentId: one.id,
			appId: one.appId,
			displayName: one.displayName,
			wpEnvironment: one.wpEnvironment,
			days: days.map( ( day, index ) => ( {
				...day,
				databaseBytes: ofInstall[ index ]?.databaseBytes ?? null,
			} ) ),
			expectedTime:
				accountExpects ?? expectedTimes.get( installId ) ?? null,
		} );
	}
	return {
		accountName: account.name,
		accountId: account.id,
		environments,
		refreshTime: refresh?.finishTime ?? null,
		expectedTime: accountExpects,
		storageLimitBytes,
	};
}

/**
 * Returns the usage of an account's WordPress installs, including the headless environments that are linked to them.
 */
export async function reportInstalls(
	store: UsageStore,
	{ account, installs }: AccountSubjects,
	range: UsageRange,
	{ limit, offset }: Page,
	now: Date
): Promise< UsagePage > {
	const refresh = await store.usage.refresh( account.id );
	const expectedTime = shownTime( refresh, now );
	const end = offset + limit;
	const part = installs.slice( offset, end );
	return {
		installs: await Promise.all(
			part.map( ( linked ) =>
				installUsage( store, linked, range, expectedTime, now )
			)
		),
		total: installs.length,
		nextOffset: end < installs.length ? end : null,
		refreshTime: refresh?.finishTime ?? null,
		expectedTime,
	};
}

/** @return Null when the account does not have it. */
export async function reportInstall(
	store: UsageStore,
	subjects: AccountSubjects,
	name: string,
	range: UsageRange,
	now: Date
): Promise< InstallUsage | null > {
	const linked = subjects.installs.find(
		( { install } ) => install.name === name
	);
	const refresh = await store.usage.refresh( subjects.account.id );
	return linked
		? installUsage( store, linked, range, shownTime( refresh, now ), now )
		: null;
}
