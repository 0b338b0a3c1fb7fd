import { Button, CardBody } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { chevronDown, chevronUp } from '@wordpress/icons';
import type { GeneralSettings } from '../../shared/wire.ts';
import { __, _n, sprintf } from '../../ui/i18n.ts';
import { TextField } from '../settings/fields.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { CheckboxList } from '../../ui/checkbox-list.tsx';
import {
	areUsualOptions,
	type General,
	generalInput,
	generalOf,
	generalLabels,
	namesOf,
	kindChoices,
	defaultKinds,
	settingsOf,
	withNames,
	withKind,
} from './general.ts';
import { MetaKeys } from './meta-keys.tsx';
import { sectionOf } from './section.ts';
import { SectionForm } from './section-form.tsx';
import { type Draft, useDraft } from '../settings/use-draft.ts';
import { useGeneralSave } from '../settings/use-versioned-save.ts';

interface Props {
	general: GeneralSettings;
	/** Whether any environment has a refresh URL. */
	isRefreshed: boolean;
	onUpdate: ( updated: GeneralSettings ) => void;
}

interface PartProps {
	available: GeneralSettings[ 'available' ];
	draft: Draft< General >;
}

interface DefaultHintProps {
	isDefault: boolean;
	text: string;
	onReset: () => void;
}

function DefaultHint( { isDefault, text, onReset }: DefaultHintProps ) {
	return (
		<p className="headless-deploy-secondary">
			{ text }{ ' ' }
			{ ! isDefault && (
				<ActionButton variant="link" onClick={ onReset }>
					{ __( 'Reset to the default', 'headless-deploy' ) }
				</ActionButton>
			) }
		</p>
	);
}

/** The fields that choose post types and taxonomies. */
type KindField = 'postTypes' | 'taxonomies';

interface KindTexts {
	label: string;
	/** What the default includes. */
	default: string;
	/** What a selection includes. */
	selected: string;
}

function kindTexts(): Record< KindField, KindTexts > {
	return {
		postTypes: {
			label: __( 'Content types', 'headless-deploy' ),
			default: __(
				'Default: all content types that visitors can see, including those that plugins add later.',
				'headless-deploy'
			),
			selected: __(
				'Only the selected types. Types that plugins add later are not included.',
				'headless-deploy'
			),
		},
		taxonomies: {
			label: __( 'Taxonomies', 'headless-deploy' ),
			default: __(
				'Default: all taxonomies that visitors can see, including those that plugins add later.',
				'headless-deploy'
			),
			selected: __(
				'Only the selected taxonomies. Taxonomies that plugins add later are not included.',
				'headless-deploy'
			),
		},
	};
}

function Kinds( {
	available,
	draft,
	field,
}: PartProps & { field: KindField } ) {
	const texts = kindTexts()[ field ];
	const kinds = available[ field ];
	const chosen = draft.values[ field ];
	const defaultNames = defaultKinds( kinds );
	const availableNames = kinds.map( ( { name } ) => name );
	return (
		<>
			<h3>{ texts.label }</h3>
			<DefaultHint
				isDefault={ chosen === null }
				text={ chosen === null ? texts.default : texts.selected }
				onReset={ () => draft.set( field, null ) }
			/>
			<CheckboxList
				hideLabelFromVision
				label={ texts.label }
				choices={ kindChoices( chosen, kinds ).map( ( choice ) => ( {
					...choice,
					hint: availableNames.includes( choice.name )
						? undefined
						: __(
								'Not registered. The plugin that adds it may be inactive.',
								'headless-deploy'
							),
				} ) ) }
				chosen={ chosen ?? defaultNames }
				onChange={ ( name, isChosen ) =>
					draft.set(
						field,
						withKind( chosen, name, isChosen, defaultNames )
					)
				}
			/>
		</>
	);
}

function OptionFields( {
	available,
	draft,
	error,
}: PartProps & { error: string } ) {
	const { options, otherOptions } = draft.values;
	const settings = settingsOf( available.optionNames );
	const choose = ( name: string, chosen: boolean ) => {
		const found = settings.find( ( setting ) => setting.name === name );
		draft.set(
			'options',
			withNames( options, found?.names ?? [], chosen )
		);
	};
	return (
		<>
			<CheckboxList
				hideLabelFromVision
				label={ __( 'Site settings', 'headless-deploy' ) }
				choices={ settings }
				chosen={ options }
				onChange={ choose }
			/>
			<TextField
				label={ __( 'Other options', 'headless-deploy' ) }
				value={ otherOptions }
				onChange={ ( typed ) => draft.set( 'otherOptions', typed ) }
				error={ error }
				help={ __(
					'Option names as in the database, separated by commas.',
					'headless-deploy'
				) }
			/>
		</>
	);
}

function Options( props: PartProps & { error: string } ) {
	const { available, draft, error } = props;
	const [ isOpen, setOpen ] = useState( false );
	const { options, otherOptions } = draft.values;
	const names = [ ...options, ...namesOf( otherOptions ) ];
	const defaultNames = available.optionNames.map( ( { name } ) => name );
	const settings = settingsOf( available.optionNames );
	const count =
		settings.filter( ( { name } ) => options.includes( name ) ).length +
		namesOf( otherOptions ).length;
	const isDefault = areUsualOptions( names, available );
	const isShown = isOpen || error !== '';
	return (
		<>
			<DefaultHint
				isDefault={ isDefault }
				text={
					isDefault
						? sprintf(
								/* translators: %d: a number of settings. */
								_n(
									'Default: %d setting that front ends usually show.',
									'Default: %d settings that front ends usually show.',
									settings.length,
									'headless-deploy'
								),
								settings.length
							)
						: sprintf(
								/* translators: %d: a number of settings. */
								_n(
									'%d setting selected.',
									'%d settings selected.',
									count,
									'headless-deploy'
								),
								count
							)
				}
				onReset={ () => {
					draft.set( 'options', defaultNames );
					draft.set( 'otherOptions', '' );
				} }
			/>
			<Button
				variant="tertiary"
				size="compact"
				icon={ isShown ? chevronUp : chevronDown }
				iconPosition="right"
				aria-expanded={ isShown }
				onClick={ () => setOpen( ! isShown ) }
			>
				{ __( 'Choose site settings', 'headless-deploy' ) }
			</Button>
			{ isShown && <OptionFields { ...props } /> }
		</>
	);
}

/** Which post types, options and meta keys count as a change, on all environments. */
export function GeneralCard( { general, isRefreshed, onUpdate }: Props ) {
	const { available } = general;
	const draft = useDraft< General >( generalOf( general ) );
	const saving = useGeneralSave(
		general,
		() => __( 'Saved for all environments.', 'headless-deploy' ),
		onUpdate
	);
	const labels = generalLabels( available );
	const section = sectionOf( general, draft, saving, {
		of: generalOf,
		labels,
		inputOf: ( changed, base ) =>
			generalInput(
				changed,
				{ ...generalOf( base ), ...changed },
				available
			),
	} );
	return (
		<SectionForm
			{ ...section }
			fields={ [ 'optionNames', 'ignoredMeta', 'countedMeta' ] }
			title={ __( 'What counts as a change', 'headless-deploy' ) }
			description={ __( 'For all environments.', 'headless-deploy' ) }
		>
			<CardBody className="headless-deploy-general">
				{ isRefreshed && (
					<p>
						{ __(
							'Changes of all content types, taxonomies and site settings refresh an environment with a refresh URL. Other actions start only for those that are selected here.',
							'headless-deploy'
						) }
					</p>
				) }
				<Kinds field="postTypes" { ...{ available, draft } } />
			</CardBody>
			<CardBody className="headless-deploy-general is-second">
				<Kinds field="taxonomies" { ...{ available, draft } } />
			</CardBody>
			<CardBody className="headless-deploy-general is-second">
				<h3>{ __( 'Site settings', 'headless-deploy' ) }</h3>
				<Options
					available={ available }
					draft={ draft }
					error={ section.error?.fields.optionNames ?? '' }
				/>
			</CardBody>
			<CardBody className="headless-deploy-general is-second">
				<h3>{ __( 'Meta keys', 'headless-deploy' ) }</h3>
				<TextField
					label={ labels.ignoredMeta.name }
					value={ draft.values.ignoredMeta }
					onChange={ ( typed ) => draft.set( 'ignoredMeta', typed ) }
					error={ section.error?.fields.ignoredMeta ?? '' }
					help={ __(
						'Changes to these meta keys are not deployed. Separate keys with commas; an asterisk at the end matches any characters, for example _views_*. The activity log shows the key of each change.',
						'headless-deploy'
					) }
				/>
				<TextField
					label={ labels.countedMeta.name }
					value={ draft.values.countedMeta }
					onChange={ ( typed ) => draft.set( 'countedMeta', typed ) }
					error={ section.error?.fields.countedMeta ?? '' }
					help={ __(
						'Changes to these meta keys count although they would be ignored otherwise.',
						'headless-deploy'
					) }
				/>
				<MetaKeys general={ general } onUpdate={ onUpdate } />
			</CardBody>
		</SectionForm>
	);
}
