/**
 * Tells what was measured and counted: per headless environment for the portal, per WordPress install for the API.
 */
import type { Account } from '../model.ts';
import { sumDays } from './days.ts';
import type {
	AccountUsage,
	EnvironmentUsage,
	UsageDay,
	UsageRange,
} from './model.ts';
import { subjectIdsOf } from './subjects.ts';
import type { AccountSubjects, LinkedInstall, UsageStore } from './subjects.ts';

/** A WordPress install with all that is linked to it, as the usage API tells it. */
export interface InstallUsage {
	name: string;
	/** Oldest first, without gaps. */
	days: UsageDay[];
	/** When a measurement that runs is expected to end; null when none does. */
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

async function accountTimes( store: UsageStore, { id }: Account ) {
	const refresh = await store.usage.refresh( id );
	return {
		refreshTime: refresh?.finishTime ?? null,
		expectedTime: refresh?.expectedTime ?? null,
	};
}

async function installUsage(
	store: UsageStore,
	linked: LinkedInstall,
	range: UsageRange,
	accountExpects: Date | null
): Promise< InstallUsage > {
	const ids = subjectIdsOf( linked );
	const rows = await store.usage.days( ids, range.firstDate, range.lastDate );
	const refresh = await store.usage.refresh( linked.install.id );
	return {
		name: linked.install.name,
		days: sumDays( rows, ids, range ),
		expectedTime: refresh?.expectedTime ?? accountExpects,
	};
}

/**
 * Tells the usage of an account's headless environments.
 *
 * @param store             What is known.
 * @param subjects          What the account has.
 * @param range             Which days.
 * @param storageLimitBytes The account's limit.
 */
export async function reportAccount(
	store: UsageStore,
	subjects: AccountSubjects,
	range: UsageRange,
	storageLimitBytes: number
): Promise< AccountUsage > {
	const { account, installs } = subjects;
	const times = await accountTimes( store, account );
	const installIds = new Map(
		installs.map( ( { install } ) => [ install.name, install.id ] )
	);
	const ids = [
		...subjects.environments.map( ( { id } ) => id ),
		...installIds.values(),
	];
	const rows = await store.usage.days( ids, range.firstDate, range.lastDate );
	const open = await store.usage.openRefreshes();
	const expected = new Map(
		open.map( ( { scopeId, expectedTime } ) => [ scopeId, expectedTime ] )
	);
	const environments = subjects.environments.map(
		( { id, appId, displayName, wpEnvironment } ): EnvironmentUsage => {
			const installId = installIds.get( wpEnvironment ) ?? '';
			const databases = sumDays( rows, [ installId ], range );
			const days = sumDays( rows, [ id ], range );
			return {
				environmentId: id,
				appId,
				displayName,
				wpEnvironment,
				days: days.map( ( day, index ) => ( {
					...day,
					databaseBytes: databases[ index ]?.databaseBytes ?? null,
				} ) ),
				expectedTime:
					times.expectedTime ?? expected.get( installId ) ?? null,
			};
		}
	);
	return {
		accountName: account.name,
		accountId: account.id,
		environments,
		...times,
		storageLimitBytes,
	};
}

/**
 * Tells the usage of an account's WordPress installs, each with the headless environments that are linked to it.
 *
 * @param store             What is known.
 * @param subjects          What the account has.
 * @param subjects.account
 * @param subjects.installs
 * @param range             Which days.
 * @param page              Which part of the list.
 * @param page.limit
 * @param page.offset
 */
export async function reportInstalls(
	store: UsageStore,
	{ account, installs }: AccountSubjects,
	range: UsageRange,
	{ limit, offset }: Page
): Promise< UsagePage > {
	const times = await accountTimes( store, account );
	const end = offset + limit;
	const part = installs.slice( offset, end );
	return {
		installs: await Promise.all(
			part.map( ( linked ) =>
				installUsage( store, linked, range, times.expectedTime )
			)
		),
		total: installs.length,
		nextOffset: end < installs.length ? end : null,
		...times,
	};
}

/**
 * Tells the usage of one install.
 *
 * @param store    What is known.
 * @param subjects What its account has.
 * @param name     Name of the install.
 * @param range    Which days.
 * @return Null when the account does not have it.
 */
export async function reportInstall(
	store: UsageStore,
	subjects: AccountSubjects,
	name: string,
	range: UsageRange
): Promise< InstallUsage | null > {
	const linked = subjects.installs.find(
		( { install } ) => install.name === name
	);
	const { expectedTime } = await accountTimes( store, subjects.account );
	return linked ? installUsage( store, linked, range, expectedTime ) : null;
}
