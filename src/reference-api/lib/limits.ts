/**
 * The limits of the platform. The hosting service publishes none, so these are the platform's own: one table, which the command
 * line (`serve --set NAME=VALUE`), the documentation and the tests read.
 */
import { StartError } from './errors.ts';

interface LimitDefinition {
	default: number;
	min: number;
	max: number;
	unit: string;
	/** A full sentence, for the documentation. */
	description: string;
}

const MIB = 1024 * 1024;

/** The settings by name. 0 means "no limit" where `min` is 0. */
export const LIMITS = {
	maxUploadBytes: {
		default: 100 * MIB,
		min: 1024,
		max: 64 * 1024 * MIB,
		unit: 'bytes',
		description: 'Maximum size of an uploaded zip.',
	},
	uploadIdleSeconds: {
		default: 60,
		min: 1,
		max: 60 * 60,
		unit: 'seconds',
		description: 'How long an upload may stall before it is rejected.',
	},
	maxZipEntries: {
		default: 50_000,
		min: 1,
		max: 1_000_000,
		unit: 'entries',
		description: 'Maximum number of files and folders in a zip.',
	},
	maxUnpackedBytes: {
		default: 1024 * MIB,
		min: 1024,
		max: 256 * 1024 * MIB,
		unit: 'bytes',
		description: 'Maximum unpacked size of a zip.',
	},
	buildsPerMinute: {
		default: 0,
		min: 0,
		max: 1000,
		unit: 'builds',
		description:
			'Maximum number of builds that an environment may start per minute; further calls get 429. The hosting service allows 10.',
	},
	maxRunningBuilds: {
		default: 2,
		min: 1,
		max: 64,
		unit: 'builds',
		description:
			'Maximum number of builds that run at the same time. An environment never runs two.',
	},
	buildTimeoutSeconds: {
		default: 45 * 60,
		min: 1,
		max: 24 * 60 * 60,
		unit: 'seconds',
		description:
			'Maximum duration of a build, from unpacking to the end of its build script.',
	},
	healthTimeoutSeconds: {
		default: 60,
		min: 1,
		max: 60 * 60,
		unit: 'seconds',
		description:
			'How long a started application may take until it responds with a status below 500.',
	},
	probeSeconds: {
		default: 15,
		min: 1,
		max: 3600,
		unit: 'seconds',
		description:
			'How long an application may respond to no visitor before the platform probes it.',
	},
	hangTimeoutSeconds: {
		default: 60,
		min: 0,
		max: 3600,
		unit: 'seconds',
		description:
			'How long an application may fail to respond after the first probe before it is restarted. 0: it is only shown as unresponsive.',
	},
	drainTimeoutSeconds: {
		default: 30,
		min: 0,
		max: 60 * 60,
		unit: 'seconds',
		description:
			'How long a replaced release may finish the requests that it had.',
	},
	cacheBytes: {
		default: 64 * MIB,
		min: 1024,
		max: 16 * 1024 * MIB,
		unit: 'bytes',
		description:
			'Maximum memory of an environment’s edge cache. A full cache of 64 MiB adds up to 1.2 times its limit to the resident memory. Misses add about 180 MB of garbage, whatever the limit (docs/performance.md).',
	},
	requestsPerEnvironment: {
		default: 512,
		min: 1,
		max: 65_536,
		unit: 'requests',
		description:
			'Maximum number of concurrent requests to an environment’s application, open streams included. Further requests wait up to 5 s and then get 503.',
	},
	homeBytes: {
		default: 1024 * MIB,
		min: 1024,
		max: 256 * 1024 * MIB,
		unit: 'bytes',
		description:
			'Maximum size of an environment’s HOME, with the caches of its package managers, after a build. Beyond it, the largest folders are deleted.',
	},
	keptReleases: {
		default: 1,
		min: 0,
		max: 20,
		unit: 'releases',
		description:
			'Number of replaced releases that are kept per environment.',
	},
	keptSources: {
		default: 10,
		min: 0,
		max: 1000,
		unit: 'uploads',
		description:
			'Number of earlier live uploads that are kept per environment for redeployment.',
	},
	keptBuilds: {
		default: 200,
		min: 1,
		max: 100_000,
		unit: 'builds',
		description:
			'Number of builds that are kept per environment, with their logs.',
	},
	journalEntries: {
		default: 1000,
		min: 0,
		max: 100_000,
		unit: 'requests',
		description: 'Maximum number of requests in the journal.',
	},
	storageLimitGigabytes: {
		default: 10,
		min: 0,
		max: 1_000_000,
		unit: 'GB',
		description: 'Storage in the limits of an account. It is not enforced.',
	},
	visitorLimit: {
		default: 25_000,
		min: 0,
		max: 1_000_000_000,
		unit: 'visitors',
		description:
			'Visitors per month in the limits of an account. It is not enforced.',
	},
	bandwidthLimitGigabytes: {
		default: 50,
		min: 0,
		max: 1_000_000,
		unit: 'GB',
		description:
			'Bandwidth per month in the limits of an account. It is not enforced.',
	},
	usageRefreshesPerMinute: {
		default: 60,
		min: 0,
		max: 10_000,
		unit: 'requests',
		description:
			'Maximum number of disk usage refreshes per account and minute; further requests get 429.',
	},
} as const satisfies Record< string, LimitDefinition >;

export type LimitName = keyof typeof LIMITS;

/** A value for each setting. */
export type Limits = Record< LimitName, number >;

function isLimit( name: string ): name is LimitName {
	return Object.hasOwn( LIMITS, name );
}

/**
 * Fills in the defaults and validates each value.
 *
 * @throws StartError `options`, with the rule.
 */
export function readLimits(
	given: Readonly< Record< string, number > >
): Limits {
	for ( const [ name, value ] of Object.entries( given ) ) {
		if ( ! isLimit( name ) ) {
			throw new StartError(
				'options',
				`Unknown limit “${ name }”. The limits are ${ Object.keys( LIMITS ).join( ', ' ) }.`
			);
		}
		const { min, max, unit } = LIMITS[ name ];
		if ( ! Number.isInteger( value ) || value < min || value > max ) {
			throw new StartError(
				'options',
				`The limit “${ name }” must be a whole number from ${ min } to ${ max } (${ unit }); “${ value }” is not.`
			);
		}
	}
	const defaults = Object.entries( LIMITS ).map( ( [ name, setting ] ) => [
		name,
		setting.default,
	] );
	return { ...( Object.fromEntries( defaults ) as Limits ), ...given };
}

/** Writes a number of bytes in the largest unit that divides it, for example "100 MiB". */
export function sizeLabel( bytes: number ): string {
	const units = [ 'bytes', 'KiB', 'MiB', 'GiB' ];
	let value = bytes;
	let unit = 0;
	while ( unit < 3 && value >= 1024 && value % 1024 === 0 ) {
		value /= 1024;
		unit++;
	}
	return `${ value } ${ units[ unit ] }`;
}

/** Writes a number of bytes for reading, for example "1.2 MB". */
export function formatBytes( bytes: number ): string {
	return bytes < 1e6
		? `${ Math.ceil( bytes / 1e3 ) } kB`
		: `${ ( bytes / 1e6 ).toFixed( 1 ) } MB`;
}
