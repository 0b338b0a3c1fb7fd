import { __, _x, sprintf } from '../../ui/i18n.ts';
import type {
	EnvironmentSettings,
	GeneralInput,
	GeneralSettings,
} from '../../shared/wire.ts';
import type { FieldLabels } from '../settings/conflict.ts';

/** Where “View” leads, as the values of the list of choices. */
export interface Links {
	target: string;
}

export interface Choice {
	value: string;
	label: string;
}

const FIRST = 'first';
const WORDPRESS = 'wordpress';
const ENVIRONMENT = 'environment:';

export function linksOf( { links }: Pick< GeneralSettings, 'links' > ): Links {
	if ( links === null ) {
		return { target: FIRST };
	}
	return { target: links === '' ? WORDPRESS : ENVIRONMENT + links };
}

/** Makes the body of what differs. */
export function linksInput( { target }: Partial< Links > ): GeneralInput {
	if ( target === undefined ) {
		return {};
	}
	if ( target === FIRST ) {
		return { links: null };
	}
	return {
		links: target === WORDPRESS ? '' : target.slice( ENVIRONMENT.length ),
	};
}

function nameOf( { label, frontEndUrl }: EnvironmentSettings ): string {
	return sprintf(
		/* translators: 1: name of an environment, 2: host name of its front end. */
		_x( '%1$s (%2$s)', 'environment and front end', 'headless-deploy' ),
		label,
		new URL( frontEndUrl ).host
	);
}

function firstLabel( first: EnvironmentSettings | undefined ): string {
	return first === undefined
		? __( 'First front end: none yet', 'headless-deploy' )
		: sprintf(
				/* translators: %s: name of an environment and its host. */
				__( 'First front end: %s', 'headless-deploy' ),
				nameOf( first )
			);
}

/** Includes an environment that is chosen and has no front-end URL any more. */
export function linkChoices(
	{ target }: Links,
	environments: readonly EnvironmentSettings[]
): Choice[] {
	const frontEnds = environments.filter(
		( { frontEndUrl } ) => frontEndUrl !== ''
	);
	const choices = [
		{ value: FIRST, label: firstLabel( frontEnds[ 0 ] ) },
		...frontEnds.map( ( environment ) => ( {
			value: ENVIRONMENT + environment.id,
			label: nameOf( environment ),
		} ) ),
		{ value: WORDPRESS, label: __( 'WordPress', 'headless-deploy' ) },
	];
	return choices.some( ( { value } ) => value === target )
		? choices
		: [
				...choices,
				{
					value: target,
					label: sprintf(
						/* translators: %s: id of an environment. */
						__(
							'%s: no front-end URL, so the first front end is used',
							'headless-deploy'
						),
						target.slice( ENVIRONMENT.length )
					),
				},
			];
}

export function linkLabels(
	environments: readonly EnvironmentSettings[]
): FieldLabels< Links > {
	return {
		target: {
			name: __( '“View” leads to', 'headless-deploy' ),
			format: ( target ) =>
				linkChoices( { target }, environments ).find(
					( { value } ) => value === target
				)?.label ?? target,
		},
	};
}
