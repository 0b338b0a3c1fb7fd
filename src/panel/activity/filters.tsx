import { SearchControl, SelectControl } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { LIMITS } from '../../shared/server-facts.ts';
import { ACTIONS } from '../../shared/actions.ts';
import type { EnvironmentStatus } from '../../shared/wire.ts';
import { __ } from '../../ui/i18n.ts';
import { actionLabel } from '../../live/labels/action.ts';
import type { Address } from './use-query.ts';
import { type ActionFilter, HOST_BUILDS, type StatusFilter } from './query.ts';

const TYPING_MS = 400;

type Named = Pick< EnvironmentStatus, 'id' | 'label' >;

interface Props {
	address: Address;
	/** Also removed ones that have runs. */
	environments: readonly Named[];
	/** Search is for users who may manage. */
	canSearch: boolean;
}

interface ChoiceProps {
	label: string;
	/** The label of no filter. */
	all: string;
	value: string;
	options: { value: string; label: string }[];
	onChange: ( value: string ) => void;
}

function Choice( { label, all, value, options, onChange }: ChoiceProps ) {
	return (
		<SelectControl
			__nextHasNoMarginBottom
			size="compact"
			label={ label }
			hideLabelFromVision
			value={ value }
			options={ [ { value: '', label: all }, ...options ] }
			onChange={ onChange }
		/>
	);
}

/** Searches when the user stops typing. */
function Search( { address }: { address: Address } ) {
	const { search } = address.query;
	const [ typed, setTyped ] = useState( search );
	// The browser went back, or the filters were cleared.
	useEffect( () => setTyped( search ), [ search ] );
	useEffect( () => {
		if ( typed === search ) {
			return;
		}
		const change = { search: typed, page: 1 };
		const timer = setTimeout(
			() =>
				// A pause in typing is not a step of the browser's history.
				search === ''
					? address.go( change )
					: address.correct( change ),
			TYPING_MS
		);
		return () => clearTimeout( timer );
	}, [ typed, search, address ] );
	return (
		<SearchControl
			__nextHasNoMarginBottom
			size="compact"
			className="headless-deploy-log__search"
			label={ __( 'Search runs', 'headless-deploy' ) }
			placeholder={ __( 'Search', 'headless-deploy' ) }
			maxLength={ LIMITS.searchLength }
			value={ typed }
			onChange={ setTyped }
		/>
	);
}

function statusLabels(): Record< StatusFilter, string > {
	return {
		running: __( 'In progress', 'headless-deploy' ),
		live: __( 'Live', 'headless-deploy' ),
		accepted: __( 'Accepted or done', 'headless-deploy' ),
		failed: __( 'Failed', 'headless-deploy' ),
		canceled: __( 'Canceled', 'headless-deploy' ),
	};
}

function environmentOptions( environments: readonly Named[], chosen: string ) {
	const options = environments.map( ( { id, label } ) => ( {
		value: id,
		label,
	} ) );
	return chosen === '' || options.some( ( { value } ) => value === chosen )
		? options
		: [ ...options, { value: chosen, label: chosen } ];
}

function actionOptions() {
	return [
		...ACTIONS.map( ( value ) => ( {
			value,
			label: actionLabel( value ),
		} ) ),
		{
			value: HOST_BUILDS,
			label: __( 'Builds started at the host', 'headless-deploy' ),
		},
	];
}

export function Filters( { address, environments, canSearch }: Props ) {
	const { query, go } = address;
	return (
		<>
			{ canSearch && <Search address={ address } /> }
			<Choice
				label={ __( 'Environment', 'headless-deploy' ) }
				all={ __( 'All environments', 'headless-deploy' ) }
				value={ query.environment }
				options={ environmentOptions(
					environments,
					query.environment
				) }
				onChange={ ( environment ) => go( { environment, page: 1 } ) }
			/>
			<Choice
				label={ __( 'Action', 'headless-deploy' ) }
				all={ __( 'All actions', 'headless-deploy' ) }
				value={ query.action }
				options={ actionOptions() }
				onChange={ ( action ) =>
					go( { action: action as ActionFilter | '', page: 1 } )
				}
			/>
			<Choice
				label={ __( 'Status', 'headless-deploy' ) }
				all={ __( 'All statuses', 'headless-deploy' ) }
				value={ query.status }
				options={ Object.entries( statusLabels() ).map(
					( [ value, label ] ) => ( { value, label } )
				) }
				onChange={ ( status ) =>
					go( { status: status as StatusFilter | '', page: 1 } )
				}
			/>
		</>
	);
}
