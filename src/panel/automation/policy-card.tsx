import { RadioControl } from '@wordpress/components';
import type { CSSProperties } from 'react';
import type { Action } from '../../shared/actions.ts';
import {
	type EnvironmentSettings,
	type PolicyAction,
	type Source,
	SOURCES,
} from '../../shared/wire.ts';
import { __, sprintf } from '../../ui/i18n.ts';
import type { FieldLabels } from '../settings/conflict.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { actionLabel } from '../../live/labels/action.ts';
import { LockedHint } from '../settings/fields.tsx';
import {
	canRefresh,
	CHANGE_SOURCES,
	choicesOf,
	defaultPolicyAction,
	effectivePolicy,
	isAlwaysRefreshed,
	lockedSources,
	type Policy,
	policyActionLabel,
	REQUEST_SOURCES,
	storedPolicy,
} from './policy.ts';
import { SectionForm } from './section-form.tsx';
import { type SourceLabels, sourceLabels } from './source-labels.ts';
import { type Draft, useDraft } from '../settings/use-draft.ts';
import {
	type EnvironmentSectionProps,
	useEnvironmentSection,
} from './section.ts';

/** With more choices, their columns need a wider card. */
const MAX_NARROW_CHOICES = 4;

interface RowProps {
	source: Source;
	labels: SourceLabels;
	value: PolicyAction;
	onChange: ( value: PolicyAction ) => void;
	choices: readonly PolicyAction[];
	/** The action where none was chosen. */
	defaultValue: PolicyAction;
	/** Whether each change refreshes, whatever is chosen. */
	isRefreshed: boolean;
	/** The stored action that the host does not offer, null where it does. */
	missing: Action | null;
	/** The constant that sets it, null where it is set here. */
	lockedBy: string | null;
}

function changedText( { defaultValue, isRefreshed }: RowProps ): string {
	return sprintf(
		/* translators: %s: an action, for example “Rebuild”. */
		__( 'Changed from %s', 'headless-deploy' ),
		policyActionLabel( defaultValue, isRefreshed )
	);
}

function missingText( missing: Action, value: PolicyAction ): string {
	if ( value === 'none' ) {
		return sprintf(
			/* translators: %s: an action, for example “Purge Cache”. */
			__(
				'The host does not offer %s, and no other action replaces it.',
				'headless-deploy'
			),
			actionLabel( missing )
		);
	}
	const text =
		missing === 'refresh'
			? /* translators: 1 and 2: actions, for example “Refresh” and “Rebuild”. */
				__(
					'%1$s is not set up under Connections. %2$s is used instead.',
					'headless-deploy'
				)
			: /* translators: 1 and 2: actions, for example “Purge Cache” and “Rebuild”. */
				__(
					'The host does not offer %1$s. %2$s is used instead.',
					'headless-deploy'
				);
	return sprintf( text, actionLabel( missing ), actionLabel( value ) );
}

function SourceText( props: RowProps ) {
	const { labels, value, defaultValue, missing, lockedBy } = props;
	return (
		<div className="headless-deploy-policy__text">
			<span className="headless-deploy-policy__name">
				{ labels.name }
			</span>
			{ value !== defaultValue && (
				<>
					{ ' ' }
					<em className="headless-deploy-secondary headless-deploy-nowrap">
						{ changedText( props ) }
					</em>
				</>
			) }
			<p className="headless-deploy-secondary">{ labels.description }</p>
			{ missing !== null && (
				<p className="headless-deploy-secondary">
					{ missingText( missing, value ) }
				</p>
			) }
			{ lockedBy !== null && <LockedHint by={ lockedBy } /> }
		</div>
	);
}

function Row( props: RowProps ) {
	const { labels, value, onChange, choices, isRefreshed, lockedBy } = props;
	return (
		<div className="headless-deploy-policy__row">
			<SourceText { ...props } />
			<RadioControl
				className="headless-deploy-policy__choices"
				label={ labels.name }
				hideLabelFromVision
				selected={ value }
				options={ choices.map( ( choice ) => ( {
					value: choice,
					label: policyActionLabel( choice, isRefreshed ),
				} ) ) }
				onChange={ ( chosen ) => onChange( chosen as PolicyAction ) }
				disabled={ lockedBy !== null }
			/>
		</div>
	);
}

function policyLabels(
	environment: EnvironmentSettings
): FieldLabels< Policy > {
	const sources = sourceLabels();
	return Object.fromEntries(
		SOURCES.map( ( source ) => [
			source,
			{
				name: sources[ source ].name,
				format: ( action: PolicyAction ) =>
					policyActionLabel(
						action,
						isAlwaysRefreshed( environment, source )
					),
			},
		] )
	) as FieldLabels< Policy >;
}

function headerText( environment: EnvironmentSettings ): string {
	return sprintf(
		/* translators: 1: name of an environment, 2: an action, for example “Rebuild”. */
		__(
			'For %1$s. Default action: %2$s, except for comments.',
			'headless-deploy'
		),
		environment.label,
		policyActionLabel(
			defaultPolicyAction( environment, 'content' ),
			isAlwaysRefreshed( environment, 'content' )
		)
	);
}

interface HeaderProps {
	title: string;
	choices: readonly PolicyAction[];
	isRefreshed: boolean;
}

/** Hidden from screen readers, because each choice has a label. */
function TableHeader( { title, choices, isRefreshed }: HeaderProps ) {
	return (
		<div className="headless-deploy-policy__header" aria-hidden="true">
			<span>{ title }</span>
			<div>
				{ choices.map( ( choice ) => (
					<span key={ choice }>
						{ policyActionLabel( choice, isRefreshed ) }
					</span>
				) ) }
			</div>
		</div>
	);
}

interface TableProps {
	environment: EnvironmentSettings;
	draft: Draft< Policy >;
	locked: readonly Source[];
	title: string;
	/** All have the same choices. */
	sources: readonly Source[];
}

function Table( { environment, draft, locked, title, sources }: TableProps ) {
	const labels = sourceLabels();
	const [ first = 'content' ] = sources;
	const choices = choicesOf( environment, first );
	const isRefreshed = isAlwaysRefreshed( environment, first );
	const columns = { '--headless-deploy-choices': choices.length };
	const missing = ( source: Source ) =>
		draft.changed[ source ] === undefined
			? environment.fallbacks.find( ( one ) => one.source === source )
			: undefined;
	return (
		<div
			className={ `headless-deploy-policy${ choices.length > MAX_NARROW_CHOICES ? ' is-wide' : '' }` }
			style={ columns as CSSProperties }
		>
			<TableHeader { ...{ title, choices, isRefreshed } } />
			{ sources.map( ( source ) => (
				<Row
					key={ source }
					{ ...{ source, choices, isRefreshed } }
					labels={ labels[ source ] }
					value={ draft.values[ source ] }
					defaultValue={ defaultPolicyAction( environment, source ) }
					onChange={ ( action ) => draft.set( source, action ) }
					missing={ missing( source )?.wanted ?? null }
					lockedBy={
						locked.includes( source ) ? environment.lockedBy : null
					}
				/>
			) ) }
		</div>
	);
}

/** Requests have a table of their own where changes always refresh, because they have other choices. */
function Tables(
	props: Pick< TableProps, 'environment' | 'draft' | 'locked' >
) {
	const changes = __( 'Change in WordPress', 'headless-deploy' );
	if ( ! canRefresh( props.environment ) ) {
		return <Table { ...props } title={ changes } sources={ SOURCES } />;
	}
	return (
		<>
			<p className="headless-deploy-policy__intro">
				{ __(
					'Each of these changes refreshes the pages that show it. Choose what else happens.',
					'headless-deploy'
				) }
			</p>
			<Table { ...props } title={ changes } sources={ CHANGE_SOURCES } />
			<Table
				{ ...props }
				title={ __( 'Request', 'headless-deploy' ) }
				sources={ REQUEST_SOURCES }
			/>
		</>
	);
}

/** Which action a change of each source requests for an environment. */
export function PolicyCard( props: EnvironmentSectionProps ) {
	const { environment } = props;
	const draft = useDraft< Policy >( effectivePolicy( environment ) );
	const section = useEnvironmentSection( props, draft, {
		of: effectivePolicy,
		labels: policyLabels( environment ),
		inputOf: ( policy ) => ( {
			automation: { policy: storedPolicy( environment, policy ) },
		} ),
	} );
	const locked = lockedSources( environment );
	const defaultOf = ( source: Source ) =>
		defaultPolicyAction( environment, source );
	const changeable = SOURCES.filter(
		( source ) =>
			! locked.includes( source ) &&
			draft.values[ source ] !== defaultOf( source )
	);
	return (
		<SectionForm
			{ ...section }
			title={ __( 'Action for each change', 'headless-deploy' ) }
			description={ headerText( environment ) }
			headerEnd={
				<ActionButton
					variant="tertiary"
					disabled={ changeable.length === 0 }
					onClick={ () =>
						changeable.forEach( ( source ) =>
							draft.set( source, defaultOf( source ) )
						)
					}
				>
					{ __( 'Reset to defaults', 'headless-deploy' ) }
				</ActionButton>
			}
		>
			<Tables { ...{ environment, draft, locked } } />
		</SectionForm>
	);
}
