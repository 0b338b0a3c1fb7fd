import path from 'node:path';
import { AccountRepository } from './accounts.ts';
import { AppRepository } from './apps.ts';
import { BuildRepository } from './builds.ts';
import { Database } from './database.ts';
import { EnvironmentRepository } from './environments.ts';
import { InstallRepository } from './installs.ts';
import { WebhookRepository } from './webhooks.ts';

/** What the platform remembers: a repository per noun, and one way to change several of them at once. */
export interface Store {
	accounts: AccountRepository;
	installs: InstallRepository;
	apps: AppRepository;
	environments: EnvironmentRepository;
	builds: BuildRepository;
	webhooks: WebhookRepository;
	/** Runs changes in a transaction; the promise is kept once they are on the disk. */
	write: < T >( work: () => T ) => Promise< T >;
	close: () => void;
}

/**
 * Opens the store of a data folder.
 *
 * @param dataFolder The folder, which exists and is locked.
 * @throws StartError `database`.
 */
export function openStore( dataFolder: string ): Store {
	const database = new Database( path.join( dataFolder, 'platform.db' ) );
	return {
		accounts: new AccountRepository( database ),
		installs: new InstallRepository( database ),
		apps: new AppRepository( database ),
		environments: new EnvironmentRepository( database ),
		builds: new BuildRepository( database ),
		webhooks: new WebhookRepository( database ),
		write: ( work ) => database.write( work ),
		close: () => database.close(),
	};
}
