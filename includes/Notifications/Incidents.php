<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

/**
 * Decides which events of a lane users are notified of: each kind once from the first failure until the lane works
 * again, and that only if they were notified of a failure.
 *
 * @phpstan-type Incident array{since: int, told: list<string>}
 * @phpstan-type Event array{kind: string, environment: string, run: int, code: string, at: int}
 */
final class Incidents {
	private const HOUR_MS = 3_600_000;

	/**
	 * @param  array<string, Incident>                                        $incidents Open incidents by lane.
	 * @param  list<Lane_Fact>                                                $facts
	 * @param  list<string>                                                   $kinds     Values of `Notification_Kind` that users chose.
	 * @return array{incidents: array<string, Incident>, events: list<Event>}
	 */
	public static function next( array $incidents, array $facts, array $kinds, int $now ): array {
		$events = array();
		foreach ( $facts as $fact ) {
			$lane     = $fact->key->environment_id . '/' . $fact->key->lane->value;
			$incident = $incidents[ $lane ] ?? array(
				'since' => $fact->since,
				'told'  => array(),
			);
			$kind    = self::due( $fact, $incident, $now );
			$is_told = null !== $kind && in_array( $kind->value, $kinds, true );
			if ( $is_told ) {
				$events[]           = self::event( $kind, $fact, $now );
				$incident['told'][] = $kind->value;
			}
			$incidents[ $lane ] = $incident;
			if ( Notification_Kind::Recovered === $fact->kind ) {
				unset( $incidents[ $lane ] );
			}
		}
		return array(
			'incidents' => $incidents,
			'events'    => $events,
		);
	}

	/**
	 * @param Incident $incident
	 */
	private static function due( Lane_Fact $fact, array $incident, int $now ): ?Notification_Kind {
		$is_told = static fn( Notification_Kind $kind ): bool => in_array( $kind->value, $incident['told'], true );
		return match ( true ) {
			Notification_Kind::Recovered === $fact->kind => array() === $incident['told']
				? null
				: Notification_Kind::Recovered,
			Notification_Kind::Failed === $fact->kind && ! $is_told( Notification_Kind::Failed ) => Notification_Kind::Failed,
			array() === $incident['told'] && $now - $incident['since'] >= self::HOUR_MS          => Notification_Kind::Failing,
			default                                                                              => null,
		};
	}

	/**
	 * @return Event
	 */
	private static function event( Notification_Kind $kind, Lane_Fact $fact, int $now ): array {
		return array(
			'kind'        => $kind->value,
			'environment' => $fact->key->environment_id,
			'run'         => $fact->run,
			'code'        => $fact->code,
			'at'          => $now,
		);
	}
}
