/**
 * Every value that this platform decides by itself, for nothing is published about it: one table, which the command
 * line (`serve --set NAME=VALUE`), the documentation and the tests read.
 */
import { StartError } from './errors.ts';

interface LimitDefinition {
	default: number;
	min: number;
	max: number;
	unit: string;
	/** A full sentence, for the documentation. */
	says: string;
}

const MIB = 1024 * 1024;

/** The settings by name. 0 means "no limit" where `min` is 0. */
export const LIMITS = {
	maxUploadBytes: {
		default: 100 * MIB,
		min: 1024,
		max: 64 * 1024 * MIB,
		unit: 'bytes',
		says: 'The largest zip that an upload may bring.',
	},
	uploadIdleSeconds: {
		default: 60,
		min: 1,
		max: 60 * 60,
		unit: 'seconds',
		says: 'How long nothing of an upload may come before it is given up.',
	},
	maxZipEntries: {
		default: 50_000,
		min: 1,
		max: 1_000_000,
		unit: 'entries',
		says: 'The most files and folders that a zip may hold.',
	},
	maxUnpackedBytes: {
		default: 1024 * MIB,
		min: 1024,
		max: 256 * 1024 * MIB,
		unit: 'bytes',
		says: 'The most that a zip may unpack to.',
	},
	buildsPerMinute: {
		default: 0,
		min: 0,
		max: 1000,
		unit: 'builds',
		says: 'The most builds that an environment may start in a minute; further calls are answered 429. The service has 10.',
	},
	maxRunningBuilds: {
		default: 2,
		min: 1,
		max: 64,
		unit: 'builds',
		says: 'The most builds that run at the same time, over all environments; one environment never runs two.',
	},
	buildTimeoutSeconds: {
		default: 45 * 60,
		min: 1,
		max: 24 * 60 * 60,
		unit: 'seconds',
		says: 'How long a build may take, from unpacking to the end of its build script.',
	},
	healthTimeoutSeconds: {
		default: 60,
		min: 1,
		max: 60 * 60,
		unit: 'seconds',
		says: 'How long a started application may take until it answers with a status below 500.',
	},
	probeSeconds: {
		default: 15,
		min: 1,
		max: 3600,
		unit: 'seconds',
		says: 'How long a running application may answer no visitor until the platform sends it a request of its own.',
	},
	hangTimeoutSeconds: {
		default: 60,
		min: 0,
		max: 3600,
		unit: 'seconds',
		says: 'How long an application may answer no request at all, from the first probe on, until it is ended and started again. 0: it is only shown as unresponsive.',
	},
	drainTimeoutSeconds: {
		default: 30,
		min: 0,
		max: 60 * 60,
		unit: 'seconds',
		says: 'How long a replaced release may go on answering the requests that it had.',
	},
	cacheBytes: {
		default: 64 * MIB,
		min: 1024,
		max: 16 * 1024 * MIB,
		unit: 'bytes',
		says: 'How much memory the edge cache of an environment may take.',
	},
	requestsPerEnvironment: {
		default: 512,
		min: 1,
		max: 65_536,
		unit: 'requests',
		says: 'How many requests the application of an environment works on at a time, open streams included; further ones wait 5 s at most and are then answered 503.',
	},
	homeBytes: {
		default: 1024 * MIB,
		min: 1024,
		max: 256 * 1024 * MIB,
		unit: 'bytes',
		says: 'How much the HOME of an environment, with the caches of its package managers, may take after a build; beyond it the largest folders in it are deleted.',
	},
	keptReleases: {
		default: 1,
		min: 0,
		max: 20,
		unit: 'releases',
		says: 'How many replaced releases of an environment are kept on the disk beside the live one.',
	},
	keptSources: {
		default: 10,
		min: 0,
		max: 1000,
		unit: 'uploads',
		says: 'How many uploads of an environment that were live are kept beside the live one, so that their builds can be deployed again.',
	},
	keptBuilds: {
		default: 200,
		min: 1,
		max: 100_000,
		unit: 'builds',
		says: 'How many builds of an environment are remembered, with their logs.',
	},
	journalEntries: {
		default: 1000,
		min: 0,
		max: 100_000,
		unit: 'requests',
		says: 'How many requests the journal keeps.',
	},
	storageLimitGigabytes: {
		default: 10,
		min: 0,
		max: 1_000_000,
		unit: 'GB',
		says: 'What the limits of an account say of its storage. Nothing is refused beyond it.',
	},
	visitorLimit: {
		default: 25_000,
		min: 0,
		max: 1_000_000_000,
		unit: 'visitors',
		says: 'What the limits of an account say of its visitors a month. Nothing is refused beyond it.',
	},
	bandwidthLimitGigabytes: {
		default: 50,
		min: 0,
		max: 1_000_000,
		unit: 'GB',
		says: 'What the limits of an account say of its bandwidth a month. Nothing is refused beyond it.',
	},
	usageRefreshesPerMinute: {
		default: 60,
		min: 0,
		max: 10_000,
		unit: 'requests',
		says: 'The most refreshes of the disk usage that an account may ask for in a minute; further ones are answered 429.',
	},
} as const satisfies Record< string, LimitDefinition >;

export type LimitName = keyof typeof LIMITS;

/** A value for each setting. */
export type Limits = Record< LimitName, number >;

function isLimit( name: string ): name is LimitName {
	return Object.hasOwn( LIMITS, name );
}

/**
 * Fills in the defaults and judges each value.
 *
 * @throws StartError `settings`, with the rule.
 */
export function readLimits(
	given: Readonly< Record< string, number > >
): Limits {
	for ( const [ name, value ] of Object.entries( given ) ) {
		if ( ! isLimit( name ) ) {
			throw new StartError(
				'settings',
				`There is no setting “${ name }”. There are ${ Object.keys( LIMITS ).join( ', ' ) }.`
			);
		}
		const { min, max, unit } = LIMITS[ name ];
		if ( ! Number.isInteger( value ) || value < min || value > max ) {
			throw new StartError(
				'settings',
				`The setting “${ name }” takes a whole number from ${ min } to ${ max } (${ unit }); “${ value }” is not one.`
			);
		}
	}
	const defaults = Object.entries( LIMITS ).map( ( [ name, setting ] ) => [
		name,
		setting.default,
	] );
	return { ...( Object.fromEntries( defaults ) as Limits ), ...given };
}
