import { PASSWORD_COST } from '../access/passwords.ts';
import type { PasswordCost } from '../access/passwords.ts';
import { readLimits } from '../lib/limits.ts';
import type { Limits } from '../lib/limits.ts';

export interface PlatformOptions {
	/** Created if it does not exist. */
	dataFolder: string;
	/** Port of the API, the webhooks and the portal; 0 for any free port. */
	port: number;
	/** First port of the environments; by default the port after `port`, 0 for any free ports. */
	edgeFirstPort?: number;
	/** Ports of other programs, which no environment gets, even while they are free. */
	reservedPorts?: readonly number[];
	/** An API user. Each start creates it, or sets this password and the role `write`. */
	user: string;
	password: string;
	/** Accounts to create if they do not exist. */
	accounts?: readonly string[];
	/** URLs of WordPress installs by name. A new install belongs to the first account. */
	wordpress?: Readonly< Record< string, string > >;
	/** Folders of installs on this machine by name, to measure their disk usage. */
	installFolders?: Readonly< Record< string, string > >;
	/** Host names to accept, in addition to 127.0.0.1 (and localhost, for environments). */
	allowHosts?: readonly string[];
	/** The command that starts this platform, shown on the sign-in page. */
	startCommand?: string;
	/** Whether accounts and installs are created on first use. */
	loose?: boolean;
	/** Limits that differ from the defaults in lib/limits.ts. */
	limits?: Partial< Limits >;
	/** Cost of hashing passwords; tests reduce it. */
	passwordCost?: PasswordCost;
	now?: () => Date;
	/** Receives internal errors; by default they are printed to the standard error output. */
	onError?: ( error: unknown ) => void;
}

export type PlatformConfig = Required< PlatformOptions > & { limits: Limits };

function printError( error: unknown ): void {
	process.stderr.write(
		`${ error instanceof Error ? error.stack : String( error ) }\n`
	);
}

/** @throws StartError `options` if a limit is not valid. */
export function withDefaults( options: PlatformOptions ): PlatformConfig {
	return {
		edgeFirstPort: options.port === 0 ? 0 : options.port + 1,
		reservedPorts: [],
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
