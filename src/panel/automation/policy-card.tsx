import type { CSSProperties } from 'react';
import {
	type EnvironmentSettings,
	type Source,
	SOURCES,
} from '../../shared/wire.ts';
import { __, sprintf } from '../i18n.ts';
import type { FieldLabels } from '../settings/conflict.ts';
import { ActionButton } from '../components/action-button.tsx';
import { actionLabel } from '../labels/action.ts';
import { PolicyRow } from './policy-row.tsx';
import {
	defaultAction,
	effectivePolicy,
	lockedSources,
	offeredActions,
	type Policy,
	policyActionLabel,
} from './policy.ts';
import { SectionForm } from './section-form.tsx';
import { sourceLabels } from './source-labels.ts';
import { type Draft, useDraft } from '../settings/use-draft.ts';
import { useEnvironmentSection } from './use-environment-section.ts';

interface Props {
	environment: EnvironmentSettings;
	onFresh: ( fresh: EnvironmentSettings ) => void;
	onUnsaved: ( isUnsaved: boolean ) => void;
}

function policyLabels(): FieldLabels< Policy > {
	const sources = sourceLabels();
	return Object.fromEntries(
		SOURCES.map( ( source ) => [
			source,
			{ name: sources[ source ].name, format: policyActionLabel },
		] )
	) as FieldLabels< Policy >;
}

function headerText( environment: EnvironmentSettings ): string {
	return sprintf(
		/* translators: 1: name of an environment, 2: an action, for example “Rebuild”. */
		__( 'For %1$s. Default action: %2$s.', 'headless-deploy' ),
		environment.label,
		actionLabel( defaultAction( offeredActions( environment ) ) )
	);
}

/**
 * The heads of the columns; each choice says its name itself to those who do not see them.
 */
function TableHeader( { environment }: Pick< Props, 'environment' > ) {
	const choices = [ 'none', ...offeredActions( environment ) ] as const;
	return (
		<div className="headless-deploy-policy__header" aria-hidden="true">
			<span>{ __( 'Change in WordPress', 'headless-deploy' ) }</span>
			<div>
				{ choices.map( ( choice ) => (
					<span key={ choice }>{ policyActionLabel( choice ) }</span>
				) ) }
			</div>
		</div>
	);
}

interface TableProps extends Pick< Props, 'environment' > {
	draft: Draft< Policy >;
	locked: readonly Source[];
}

function Table( { environment, draft, locked }: TableProps ) {
	const labels = sourceLabels();
	const offered = offeredActions( environment );
	const columns = { '--headless-deploy-choices': offered.length + 1 };
	const missing = ( source: Source ) =>
		draft.changed[ source ] === undefined
			? environment.fallbacks.find( ( one ) => one.source === source )
			: undefined;
	return (
		<div
			className="headless-deploy-policy"
			style={ columns as CSSProperties }
		>
			<TableHeader environment={ environment } />
			{ SOURCES.map( ( source ) => (
				<PolicyRow
					key={ source }
					labels={ labels[ source ] }
					value={ draft.values[ source ] }
					onChange={ ( action ) => draft.set( source, action ) }
					offered={ offered }
					missing={ missing( source )?.wanted ?? null }
					lockedBy={
						locked.includes( source ) ? environment.lockedBy : null
					}
				/>
			) ) }
		</div>
	);
}

/** What a change of each source does on an environment. */
export function PolicyCard( { environment, onFresh, onUnsaved }: Props ) {
	const draft = useDraft< Policy >( effectivePolicy( environment ) );
	const section = useEnvironmentSection(
		environment,
		draft,
		{
			of: effectivePolicy,
			labels: policyLabels(),
			inputOf: ( policy ) => ( { automation: { policy } } ),
		},
		onFresh,
		onUnsaved
	);
	const locked = lockedSources( environment );
	const usual = defaultAction( offeredActions( environment ) );
	const changeable = SOURCES.filter(
		( source ) =>
			! locked.includes( source ) && draft.values[ source ] !== usual
	);
	return (
		<SectionForm
			{ ...section }
			title={ __( 'Action for each change', 'headless-deploy' ) }
			description={ headerText( environment ) }
			aside={
				<ActionButton
					variant="tertiary"
					disabled={ changeable.length === 0 }
					onClick={ () =>
						changeable.forEach( ( source ) =>
							draft.set( source, usual )
						)
					}
				>
					{ __( 'Reset to defaults', 'headless-deploy' ) }
				</ActionButton>
			}
		>
			<Table
				environment={ environment }
				draft={ draft }
				locked={ locked }
			/>
		</SectionForm>
	);
}
