import { __, _x } from '../../ui/i18n.ts';
import type { GeneralInput, GeneralSettings } from '../../shared/wire.ts';
import type { FieldLabels } from '../settings/conflict.ts';

/** What counts as a change, as the user chose it. */
export interface General {
	/** Null for all that visitors can see. */
	postTypes: string[] | null;
	/** Null for all that visitors can see. */
	taxonomies: string[] | null;
	/** The selected options of the list. */
	options: string[];
	/** All others, as typed. */
	otherOptions: string;
	/** As typed. */
	ignoredMeta: string;
	/** As typed. */
	countedMeta: string;
}

export interface Choice {
	name: string;
	label: string;
}

/** A content type or a taxonomy. */
export interface Kind extends Choice {
	byDefault: boolean;
}

/** A setting of WordPress, which may be stored in several options. */
export interface Setting extends Choice {
	names: string[];
}

function hasSame( one: readonly string[], other: readonly string[] ): boolean {
	return (
		one.length === other.length &&
		one.every( ( name ) => other.includes( name ) )
	);
}

export function defaultKinds( available: readonly Kind[] ): string[] {
	return available
		.filter( ( { byDefault } ) => byDefault )
		.map( ( { name } ) => name );
}

export function areUsualOptions(
	names: readonly string[],
	available: GeneralSettings[ 'available' ]
): boolean {
	return hasSame(
		names,
		available.optionNames.map( ( { name } ) => name )
	);
}

/** Adds names to a list or removes them from it. */
export function withNames(
	names: readonly string[],
	changed: readonly string[],
	chosen: boolean
): string[] {
	const others = names.filter( ( name ) => ! changed.includes( name ) );
	return chosen ? [ ...others, ...changed ] : others;
}

/** Options with the same label are one setting, because users could not tell them apart. */
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
 * Adds or removes a content type or a taxonomy. Choosing exactly the default ones restores the default, so that one which
 * a plugin adds later counts too.
 */
export function withKind(
	kinds: readonly string[] | null,
	name: string,
	chosen: boolean,
	defaultNames: readonly string[]
): string[] | null {
	const names = withNames( kinds ?? defaultNames, [ name ], chosen );
	return hasSame( names, defaultNames ) ? null : names;
}

/** Includes the chosen ones that are not registered now because their plugin is inactive. */
export function kindChoices(
	chosen: readonly string[] | null,
	available: readonly Choice[]
): Choice[] {
	const availableNames = available.map( ( { name } ) => name );
	const unavailable = ( chosen ?? [] ).filter(
		( name ) => ! availableNames.includes( name )
	);
	return [
		...available,
		...unavailable.map( ( name ) => ( { name, label: name } ) ),
	];
}

/** Reads names that are separated by commas, semicolons or white space. */
export function namesOf( typed: string ): string[] {
	return [ ...new Set( typed.split( /[\s,;]+/ ).filter( Boolean ) ) ];
}

export function generalOf( settings: GeneralSettings ): General {
	const defaultNames = settings.available.optionNames.map(
		( { name } ) => name
	);
	const names = settings.optionNames;
	return {
		postTypes: settings.postTypes,
		taxonomies: settings.taxonomies,
		options: defaultNames.filter( ( name ) => names.includes( name ) ),
		otherOptions: names
			.filter( ( name ) => ! defaultNames.includes( name ) )
			.join( ', ' ),
		ignoredMeta: settings.ignoredMeta.join( ', ' ),
		countedMeta: settings.countedMeta.join( ', ' ),
	};
}

/** Makes the body of what differs; the default options are sent as null. */
export function generalInput(
	changed: Partial< General >,
	values: General,
	available: GeneralSettings[ 'available' ]
): GeneralInput {
	const {
		postTypes,
		taxonomies,
		options,
		otherOptions,
		ignoredMeta,
		countedMeta,
	} = changed;
	const names = [ ...values.options, ...namesOf( values.otherOptions ) ];
	const isUsual = areUsualOptions( names, available );
	return {
		...( postTypes === undefined ? {} : { postTypes } ),
		...( taxonomies === undefined ? {} : { taxonomies } ),
		...( options === undefined && otherOptions === undefined
			? {}
			: { optionNames: isUsual ? null : names } ),
		...( ignoredMeta === undefined
			? {}
			: { ignoredMeta: namesOf( ignoredMeta ) } ),
		...( countedMeta === undefined
			? {}
			: { countedMeta: namesOf( countedMeta ) } ),
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

export function generalLabels(
	available: GeneralSettings[ 'available' ]
): FieldLabels< General > {
	return {
		postTypes: {
			name: __( 'Content types', 'headless-deploy' ),
			format: ( names ) =>
				listed(
					names ?? defaultKinds( available.postTypes ),
					available.postTypes
				),
		},
		taxonomies: {
			name: __( 'Taxonomies', 'headless-deploy' ),
			format: ( names ) =>
				listed(
					names ?? defaultKinds( available.taxonomies ),
					available.taxonomies
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
		countedMeta: {
			name: __( 'Counted meta keys', 'headless-deploy' ),
			format: ( typed ) => listed( namesOf( typed ), [] ),
		},
	};
}
