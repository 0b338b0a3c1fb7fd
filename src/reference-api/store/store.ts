import { AccountRepository } from './accounts.ts';
import { AppRepository } from './apps.ts';
import { BuildRepository } from './builds.ts';
import { CheckRepository } from './write-check.ts';
import { EnvironmentRepository } from './environments.ts';
import { FaultRepository } from './faults.ts';
import { InstallRepository } from './installs.ts';
import type { SqliteExecutor } from './sqlite-executor.ts';
import { UsageRepository } from './usage.ts';
import { UserRepository } from './users.ts';
import { WebhookRepository } from './webhooks.ts';

export interface Tables {
	accounts: AccountRepository;
	users: UserRepository;
	installs: InstallRepository;
	apps: AppRepository;
	environments: EnvironmentRepository;
	builds: BuildRepository;
	webhooks: WebhookRepository;
	usage: UsageRepository;
	faults: FaultRepository;
	checks: CheckRepository;
}

/** The store's own repositories read what is committed; they refuse to write. */
export interface Store extends Tables {
	/**
	 * Waits for a turn of the event loop in which so many rows can be read, so that long lists do not delay visitors.
	 * The caller reads them before it awaits anything else. The lists of the repositories do this themselves.
	 */
	takeTurn: ( rows: number ) => Promise< void >;
	/**
	 * Runs changes in a transaction; an exception of the work undoes only this work.
	 *
	 * @param work     Uses the repositories that it is given, and awaits nothing else: others wait for it.
	 * @param onCommit Receives the result of the work. Runs when the change is committed and no reader has seen it, some
	 *                 milliseconds before it is on the disk. What it throws, the caller gets.
	 * @return The result of the work, when it is on the disk.
	 * @throws HostingError 503, or 507 on a full disk, when it cannot be written; nothing was changed then.
	 */
	write: < T >(
		work: ( tables: Tables ) => Promise< T >,
		onCommit?: ( answer: T ) => void
	) => Promise< T >;
	/**
	 * Writes a row and reads it back, without a change event.
	 *
	 * @throws HostingError 503 when that does not work.
	 */
	check: () => Promise< void >;
	/** Commits waiting writes, and closes the database. */
	close: () => Promise< void >;
}

export function makeTables( executor: SqliteExecutor ): Tables {
	return {
		accounts: new AccountRepository( executor ),
		users: new UserRepository( executor ),
		installs: new InstallRepository( executor ),
		apps: new AppRepository( executor ),
		environments: new EnvironmentRepository( executor ),
		builds: new BuildRepository( executor ),
		webhooks: new WebhookRepository( executor ),
		usage: new UsageRepository( executor ),
		faults: new FaultRepository( executor ),
		checks: new CheckRepository( executor ),
	};
}
