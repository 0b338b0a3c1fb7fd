import { __, _x } from '../i18n.ts';
import type { GeneralInput, GeneralSettings } from '../../shared/wire.ts';
import type { FieldLabels } from '../settings/conflict.ts';

/** What counts as a change, as it is chosen. */
export interface General {
	/** Null for all that visitors can see. */
	postTypes: string[] | null;
	/** Those that are usual. */
	options: string[];
	/** The names of all others, as typed. */
	otherOptions: string;
	/** Meta keys whose changes ask for nothing, as typed. */
	ignoredMeta: string;
}

/** One thing that can be chosen. */
export interface Choice {
	name: string;
	label: string;
}

/** What WordPress calls by one name, though it may be kept in several options. */
export interface Setting extends Choice {
	names: string[];
}

function hasSame( one: readonly string[], other: readonly string[] ): boolean {
	return (
		one.length === other.length &&
		one.every( ( name ) => other.includes( name ) )
	);
}

/**
 * Returns the names of the post types that count by default.
 *
 * @param available What can be chosen.
 */
export function usualPostTypes(
	available: GeneralSettings[ 'available' ]
): string[] {
	return available.postTypes
		.filter( ( { byDefault } ) => byDefault )
		.map( ( { name } ) => name );
}

/**
 * Tells whether the options that count are those that count by default.
 *
 * @param available What can be chosen.
 */
export function areUsualOptions(
	names: readonly string[],
	available: GeneralSettings[ 'available' ]
): boolean {
	return hasSame(
		names,
		available.optionNames.map( ( { name } ) => name )
	);
}

/**
 * Adds names to some, or takes them away.
 *
 * @param chosen Whether they are to be there.
 */
export function withNames(
	names: readonly string[],
	others: readonly string[],
	chosen: boolean
): string[] {
	const left = names.filter( ( name ) => ! others.includes( name ) );
	return chosen ? [ ...left, ...others ] : left;
}

/**
 * Lists the settings to choose among: options with the same label are one choice, because users could not tell them apart.
 *
 * @param options What can be chosen.
 */
export function settingsOf( options: readonly Choice[] ): Setting[] {
	const labels = [ ...new Set( options.map( ( { label } ) => label ) ) ];
	return labels.map( ( label ) => {
		const names = options
			.filter( ( option ) => option.label === label )
			.map( ( { name } ) => name );
		return { name: names[ 0 ] ?? label, label, names };
	} );
}

/**
 * Chooses a post type, or not. Choosing exactly the default types restores the default, so that a type
 * which a plugin adds later counts too.
 *
 * @param chosen Whether it is to count.
 * @param usual  Those that count by default.
 */
export function withPostType(
	postTypes: readonly string[] | null,
	name: string,
	chosen: boolean,
	usual: readonly string[]
): string[] | null {
	const names = withNames( postTypes ?? usual, [ name ], chosen );
	return hasSame( names, usual ) ? null : names;
}

/**
 * Lists the post types to choose among: also those that are chosen and not there today, since their plugin is off.
 *
 * @param available What can be chosen.
 */
export function postTypeChoices(
	postTypes: readonly string[] | null,
	available: GeneralSettings[ 'available' ]
): Choice[] {
	const known = available.postTypes.map( ( { name } ) => name );
	const gone = ( postTypes ?? [] ).filter(
		( name ) => ! known.includes( name )
	);
	return [
		...available.postTypes,
		...gone.map( ( name ) => ( { name, label: name } ) ),
	];
}

/** Reads names that were typed, separated by commas, blanks or lines. */
export function namesOf( typed: string ): string[] {
	return [ ...new Set( typed.split( /[\s,;]+/ ).filter( Boolean ) ) ];
}

/**
 * Returns what is saved, as the form has it.
 *
 * @param settings As the server has them.
 */
export function generalOf( settings: GeneralSettings ): General {
	const usual = settings.available.optionNames.map( ( { name } ) => name );
	const names = settings.optionNames;
	return {
		postTypes: settings.postTypes,
		options: usual.filter( ( name ) => names.includes( name ) ),
		otherOptions: names
			.filter( ( name ) => ! usual.includes( name ) )
			.join( ', ' ),
		ignoredMeta: settings.ignoredMeta.join( ', ' ),
	};
}

/**
 * Makes the body of what differs; what counts by default is sent as such.
 *
 * @param available What can be chosen.
 */
export function generalInput(
	changed: Partial< General >,
	values: General,
	available: GeneralSettings[ 'available' ]
): GeneralInput {
	const { postTypes, options, otherOptions, ignoredMeta } = changed;
	const names = [ ...values.options, ...namesOf( values.otherOptions ) ];
	const isUsual = areUsualOptions( names, available );
	return {
		...( postTypes === undefined ? {} : { postTypes } ),
		...( options === undefined && otherOptions === undefined
			? {}
			: { optionNames: isUsual ? null : names } ),
		...( ignoredMeta === undefined
			? {}
			: { ignoredMeta: namesOf( ignoredMeta ) } ),
	};
}

function listed(
	names: readonly string[],
	choices: readonly Choice[]
): string {
	const labels = names.map(
		( name ) =>
			choices.find( ( choice ) => choice.name === name )?.label ?? name
	);
	return names.length === 0
		? _x( 'None', 'a list without names', 'headless-deploy' )
		: [ ...new Set( labels ) ].join( ', ' );
}

/**
 * Returns what the fields are called, and how their values are read.
 *
 * @param available What can be chosen.
 */
export function generalLabels(
	available: GeneralSettings[ 'available' ]
): FieldLabels< General > {
	return {
		postTypes: {
			name: __( 'Content types', 'headless-deploy' ),
			format: ( names ) =>
				listed(
					names ?? usualPostTypes( available ),
					available.postTypes
				),
		},
		options: {
			name: __( 'Site settings', 'headless-deploy' ),
			format: ( names ) => listed( names, available.optionNames ),
		},
		otherOptions: {
			name: __( 'Other options', 'headless-deploy' ),
			format: ( typed ) => listed( namesOf( typed ), [] ),
		},
		ignoredMeta: {
			name: __( 'Ignored meta keys', 'headless-deploy' ),
			format: ( typed ) => listed( namesOf( typed ), [] ),
		},
	};
}
