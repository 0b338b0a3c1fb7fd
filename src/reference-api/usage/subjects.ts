import type { Account, Environment, Install } from '../model/hosting.ts';
import type { UsageRepository } from '../store/usage.ts';

export type UsageTable = Pick< UsageRepository, keyof UsageRepository >;

type KnownEnvironment = Pick<
	Environment,
	'id' | 'accountName' | 'appId' | 'displayName' | 'wpEnvironment'
>;

export interface UsageStore {
	accounts: { all: () => Promise< Account[] > };
	installs: { all: () => Promise< Install[] > };
	environments: { all: () => Promise< KnownEnvironment[] > };
	usage: UsageTable;
	/** Runs several changes in one transaction; resolves when they are on the disk. */
	write: < T >(
		work: ( tables: { usage: UsageTable } ) => Promise< T >
	) => Promise< T >;
}

/** A WordPress install with the environments of one account that are linked to it. */
export interface LinkedInstall {
	install: Install;
	environments: KnownEnvironment[];
	/** Whether the install itself is the account's, and so counts for it. */
	isOwn: boolean;
}

export interface AccountSubjects {
	account: Account;
	environments: KnownEnvironment[];
	/** By name: its own, and those of others that its environments are linked to. */
	installs: LinkedInstall[];
}

export async function subjectsOf(
	store: UsageStore,
	is: ( account: Account ) => boolean
): Promise< AccountSubjects | null > {
	const account = ( await store.accounts.all() ).find( is );
	if ( ! account ) {
		return null;
	}
	const environments = ( await store.environments.all() ).filter(
		( { accountName } ) => accountName === account.name
	);
	const byInstall = Map.groupBy(
		environments,
		( { wpEnvironment } ) => wpEnvironment
	);
	const installs = ( await store.installs.all() ).map( ( install ) => ( {
		install,
		environments: byInstall.get( install.name ) ?? [],
		isOwn: install.accountName === account.name,
	} ) );
	return {
		account,
		environments,
		installs: installs.filter(
			( { isOwn, environments: { length } } ) => isOwn || length > 0
		),
	};
}

/** Names what counts for an install in the record of an account. */
export function subjectIdsOf( linked: LinkedInstall ): string[] {
	const ids = linked.environments.map( ( { id } ) => id );
	return linked.isOwn ? [ linked.install.id, ...ids ] : ids;
}
