<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Etag;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Untyped;
use WP_Error;

/**
 * Holds the submitted fields of a schedule; missing fields stay unchanged.
 *
 * @phpstan-import-type Record from Stored_Schedules
 */
final class Schedule_Input {
	private const REQUIRED_BY_FREQUENCY = array(
		'weekly'  => 'weekday',
		'monthly' => 'day',
	);

	/**
	 * @param array<string, string|int|null> $fields
	 */
	private function __construct( private readonly array $fields ) {}

	/**
	 * @param array<string, mixed> $body
	 */
	public static function from_body( array $body ): self|WP_Error {
		$fields = array();
		foreach ( Schedule::input()->properties() as $name => $schema ) {
			if ( array_key_exists( $name, $body ) ) {
				$fields[ $name ] = Rest::field( $name, $body[ $name ], $schema );
				if ( is_wp_error( $fields[ $name ] ) ) {
					return $fields[ $name ];
				}
			}
		}
		if ( isset( $fields['label'] ) ) {
			$fields['label'] = trim( (string) preg_replace( '/[\p{C}\p{Z}\s]+/u', ' ', Untyped::text( $fields['label'] ) ) );
		}
		/** @var array<string, string|int|null> $fields */
		return '' === ( $fields['label'] ?? null ) ? Errors::make( 'headless_deploy_schedule_label' ) : new self( $fields );
	}

	/**
	 * @param  Record|null                $record       Current record; null for a new schedule.
	 * @param  array<string, Environment> $environments All environments of the site.
	 * @return Record|WP_Error
	 */
	public function apply( ?array $record, array $environments ): array|WP_Error {
		$before = (array) $record;
		unset( $before['saved'] );
		$wanted   = array_merge( $before, $this->fields );
		$values   = array_map( static fn( string|int|null $field ): string => (string) $field, $wanted );
		$required = array( 'environment', 'action', 'frequency', 'time' );
		if ( isset( self::REQUIRED_BY_FREQUENCY[ $values['frequency'] ?? '' ] ) ) {
			$required[] = self::REQUIRED_BY_FREQUENCY[ $values['frequency'] ];
		}
		$missing = array_filter( $required, static fn( string $name ): bool => '' === ( $values[ $name ] ?? '' ) );
		if ( array() !== $missing ) {
			return Errors::make( 'headless_deploy_schedule_incomplete', field: implode( ', ', $missing ) );
		}
		return $this->error( $values, $environments ) ?? $this->record( $values );
	}

	/**
	 * @param array<string, string>      $values
	 * @param array<string, Environment> $environments All environments of the site.
	 */
	private function error( array $values, array $environments ): ?WP_Error {
		$environment = $environments[ $values['environment'] ] ?? null;
		if ( null === $environment ) {
			return Errors::make(
				'headless_deploy_schedule_environment',
				id: $values['environment'],
				known: implode( ', ', array_keys( $environments ) ),
			);
		}
		$action = Action::from( $values['action'] );
		if ( ! $environment->offers( $action ) ) {
			return Errors::make( 'headless_deploy_action_not_offered', label: $environment->label, action: $action->label() );
		}
		return 1 === preg_match( '/' . Stored_Schedules::TIME_PATTERN . '/D', $values['time'] )
			? null
			: Errors::make( 'headless_deploy_schedule_time', time: $values['time'] );
	}

	/**
	 * Returns the record of validated values. Fields that the frequency does not use are dropped.
	 *
	 * @param  array<string, string> $values
	 * @return Record
	 */
	private function record( array $values ): array {
		$frequency = Frequency::from( $values['frequency'] );
		return array(
			'label'       => '' === ( $values['label'] ?? '' ) ? $this->label( Action::from( $values['action'] ), $frequency ) : $values['label'],
			'environment' => $values['environment'],
			'action'      => $values['action'],
			'frequency'   => $values['frequency'],
			'weekday'     => Frequency::Weekly === $frequency ? $values['weekday'] : null,
			'day'         => Frequency::Monthly === $frequency ? (int) $values['day'] : null,
			'time'        => Frequency::Hourly === $frequency ? '00' . substr( $values['time'], 2 ) : $values['time'],
			'saved'       => null,
			'etag'        => Etag::random(),
		);
	}

	private function label( Action $action, Frequency $frequency ): string {
		$text = match ( $action ) {
			/* translators: %s: how often, for example “every day”. */
			Action::Rebuild => __( 'Rebuild %s', 'headless-deploy' ),
			/* translators: %s: how often, for example “every day”. */
			Action::CleanRebuild => __( 'Clean Rebuild %s', 'headless-deploy' ),
			/* translators: %s: how often, for example “every day”. */
			Action::PurgeCache => __( 'Purge Cache %s', 'headless-deploy' ),
			/* translators: %s: how often, for example “every day”. */
			Action::Refresh => __( 'Refresh %s', 'headless-deploy' ),
		};
		return sprintf( $text, $frequency->label() );
	}
}
