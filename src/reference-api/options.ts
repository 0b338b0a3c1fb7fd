/** What the platform is started with. */
import { PASSWORD_COST } from './access/passwords.ts';
import type { PasswordCost } from './access/passwords.ts';
import { readLimits } from './lib/limits.ts';
import type { Limits } from './lib/limits.ts';

export interface PlatformOptions {
	/** Where everything is kept; made if it is not there. */
	dataFolder: string;
	/** Port of the API, the webhooks and the portal; 0 = any free one. */
	port: number;
	/** Where the search for the edges' ports begins; default is the port after `port`, 0 = any free one. */
	edgeFirstPort?: number;
	/** An API user, made or given this password and the role `write` at each start. */
	user: string;
	password: string;
	/** Accounts that are made if they are not there. */
	accounts?: readonly string[];
	/** WordPress installs: name → address; a new one belongs to the first account. */
	wordpress?: Readonly< Record< string, string > >;
	/** Where WordPress installs lie on this machine, by name; their disk usage is measured too. */
	installFolders?: Readonly< Record< string, string > >;
	/** Host names besides 127.0.0.1 (and localhost, for edges) that may be used. */
	allowHosts?: readonly string[];
	/** The command that starts this platform, named on its sign-in page. */
	startCommand?: string;
	/** Makes accounts and installs when they are first named. */
	loose?: boolean;
	/** What differs from the defaults in lib/limits.ts. */
	limits?: Partial< Limits >;
	/** How dear passwords are to check; tests make it cheap. */
	passwordCost?: PasswordCost;
	now?: () => Date;
	/** Receives internal errors; by default they are printed to the standard error output. */
	onError?: ( error: unknown ) => void;
}

/** The options with their defaults. */
export type PlatformConfig = Required< PlatformOptions > & { limits: Limits };

function printError( error: unknown ): void {
	process.stderr.write(
		`${ error instanceof Error ? error.stack : String( error ) }\n`
	);
}

/**
 * Fills in the defaults.
 *
 * @throws StartError `settings`, when a limit is none.
 */
export function withDefaults( options: PlatformOptions ): PlatformConfig {
	return {
		edgeFirstPort: options.port === 0 ? 0 : options.port + 1,
		accounts: [],
		wordpress: {},
		installFolders: {},
		passwordCost: PASSWORD_COST,
		allowHosts: [],
		startCommand: 'headless-deploy serve',
		loose: false,
		now: () => new Date(),
		onError: printError,
		...options,
		limits: readLimits( options.limits ?? {} ),
	};
}
