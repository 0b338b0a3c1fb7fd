<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Providers\Webhook_Url;
use HeadlessDeploy\Rest;
use stdClass;
use WP_Error;

/**
 * Writes an environment for REST. It never receives a secret.
 */
final class Environment_View {
	/**
	 * Returns what users with `headless_deploy_view` may see.
	 *
	 * @return array<string, mixed>
	 */
	public static function for_viewers( Environment $environment ): array {
		return self::fields( $environment, Environment_Schema::view() ) + array(
			'paused'    => self::paused( Send_Policy::decide( $environment, Send_Policy::site_pause() ) ),
			'fallbacks' => self::fallbacks( $environment ),
		);
	}

	/**
	 * Returns what users with `headless_deploy_manage` may see: the webhooks too, with masked tokens.
	 *
	 * @return array<string, mixed>
	 */
	public static function for_managers( Environment $environment ): array {
		$urls = array();
		foreach ( array_keys( $environment->urls ) as $action ) {
			$urls[ $action ] = $environment->masked_url( Action::from( $action ) );
		}
		return self::for_viewers( $environment ) + self::fields( $environment, Environment_Schema::settings() ) + array(
			'lastSaved'     => Last_Saved::view( $environment->saved ),
			'lockedBy'      => '' === $environment->locked_by ? null : $environment->locked_by,
			'lockedFields'  => $environment->locked_fields,
			'defaultPolicy' => self::default_policy( $environment ),
			'webhook'       => array(
				// An empty PHP array would become a JSON list.
				'urls'        => array() === $urls ? new stdClass() : $urls,
				'recognized'  => $environment->target,
				'connectedAt' => Iso_Time::or_null( $environment->connected_at ),
				'lockedBy'    => in_array( 'webhookUrl', $environment->locked_fields, true ) ? $environment->locked_by : null,
				'headers'     => array_map( self::masked_header( ... ), $environment->header_names ),
				'body'        => $environment->has_body ? Webhook_Url::MASK : '',
			),
			'refresh' => self::refresh( $environment->refresh ),
		);
	}

	/**
	 * Returns the members that are shown as they are stored. Those that are shown in another way are left out.
	 *
	 * @return array<string, mixed>
	 */
	private static function fields( Environment $environment, Json_Schema $view ): array {
		$stored = array( 'id' => $environment->id ) + array_diff_key( $environment->to_array(), array( 'paused' => true, 'refresh' => true ) );
		return array_replace( array_intersect_key( $view->properties(), $stored ), array_intersect_key( $stored, $view->properties() ) );
	}

	/**
	 * Returns the actions that replace actions of the policy that the host does not offer.
	 *
	 * @return list<array{source: string, wanted: string, action: string}> The action may be `none`.
	 */
	private static function fallbacks( Environment $environment ): array {
		$fallbacks = array();
		foreach ( $environment->automation->policy as $source => $wanted ) {
			$action = $environment->action_of_policy( $wanted );
			if ( $action !== $wanted && null !== $wanted ) {
				$fallbacks[] = array(
					'source' => $source,
					'wanted' => $wanted->value,
					'action' => $action->value ?? 'none',
				);
			}
		}
		return $fallbacks;
	}

	/**
	 * @return array<string, string> By source.
	 */
	private static function default_policy( Environment $environment ): array {
		$default = Automation::from_array( null )->policy;
		return array_map( static fn( ?Action $action ): string => $environment->action_of_policy( $action )->value ?? 'none', $default );
	}

	/**
	 * @return array{url: string, hasSecret: bool, isUsable: bool, rotatedAt: string|null, previousSecretUntil: string|null, isSecretUnused: bool, secretProblem: string, purge: bool, goneAt: string|null}|null
	 */
	private static function refresh( ?Refresh_Target $target ): ?array {
		return null === $target ? null : array(
			'url'                 => $target->url,
			'hasSecret'           => $target->has_secret(),
			'isUsable'            => $target->is_usable(),
			'rotatedAt'           => Iso_Time::or_null( $target->rotated_at ),
			'previousSecretUntil' => Iso_Time::or_null( $target->previous_valid_until( time() * 1000 ) ?? 0 ),
			'isSecretUnused'      => $target->is_secret_unused(),
			'secretProblem'       => $target->secret_problem( time() * 1000 ),
			'purge'               => $target->purge,
			'goneAt'              => Iso_Time::or_null( $target->gone_at ),
		);
	}

	/**
	 * @return array{name: string, value: string}
	 */
	private static function masked_header( string $name ): array {
		return array(
			'name'  => $name,
			'value' => Webhook_Url::MASK,
		);
	}

	public static function with_current( WP_Error $error, ?Environment $current ): WP_Error {
		return Rest::with_current( $error, 'environment', static fn(): ?array => null === $current ? null : self::for_managers( $current ) );
	}

	/**
	 * Loads the users whom a list names, at once.
	 *
	 * @param array<Environment> $environments
	 */
	public static function prime( array $environments ): void {
		Last_Saved::prime( array(
			...array_column( array_column( $environments, 'paused' ), 'by' ),
			...array_column( array_column( $environments, 'saved' ), 'user' ),
		) );
	}

	/**
	 * Returns why automatic runs wait; null when nothing pauses them.
	 *
	 * @param  array<int, string>|null                                                                                                                           $names Names of users who paused, by ID; null reads the user.
	 * @return array{reason: string, since: string|null, nextAttemptAt: string|null, by?: array{id: int, name: string}|null, copy?: array{confirmed: bool}}|null
	 */
	public static function paused( Send_Permission $permission, ?array $names = null ): ?array {
		$pause = $permission->pause;
		if ( null === $pause ) {
			return null;
		}
		return array(
			'reason'        => $pause->reason->value,
			'since'         => Iso_Time::or_null( $pause->since ),
			'nextAttemptAt' => Iso_Time::or_null( $pause->next_attempt_at ),
		) + match ( $pause->reason ) {
			Pause_Reason::Copy   => array( 'copy' => array( 'confirmed' => Pause_Reason::Copy === $permission->environment->paused?->reason ) ),
			Pause_Reason::Person => array( 'by' => Last_Saved::person( $pause->by, $names ) ),
			default              => array(),
		};
	}
}
