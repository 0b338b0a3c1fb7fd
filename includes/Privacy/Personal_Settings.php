<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Privacy;

use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Store;
use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Environments\Pause;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Hosting\Credential_Store;
use HeadlessDeploy\Hosting\Uploads\Upload;
use HeadlessDeploy\Hosting\Uploads\Uploads;
use HeadlessDeploy\Notifications\Notification_Store;
use HeadlessDeploy\Schedules\Stored_Schedules;

/**
 * Finds and erases a user in the settings of the current site: who last saved them, who paused, and who receives
 * notifications. Erasing keeps etags, because no other user changed a setting. The uploads of a user are deleted.
 *
 * @phpstan-import-type Saved from Last_Saved
 * @phpstan-import-type Record from Stored_Schedules
 */
final class Personal_Settings {
	public function __construct(
		private readonly Credential_Store $credentials,
		private readonly Uploads $uploads,
		private readonly Notification_Store $notifications,
		private readonly Environment_Store $environments = new Environment_Store(),
		private readonly Stored_Schedules $schedules = new Stored_Schedules(),
	) {}

	/**
	 * @return list<array{label: string, at: int}> Label, and time in milliseconds, 0 for none.
	 */
	public function of( int $user_id ): array {
		$stored        = $this->environments->get();
		$notifications = $this->notifications->get();
		$found         = array(
			array( __( 'General settings saved', 'headless-deploy' ), $stored->general_saved ),
			array( __( 'API credentials saved', 'headless-deploy' ), $this->credentials->saved() ),
			array( __( 'Notifications saved', 'headless-deploy' ), $notifications['saved'] ),
		);
		if ( in_array( $user_id, $notifications['recipients'], true ) ) {
			$found[] = array( __( 'Recipient of messages about failed deployments', 'headless-deploy' ), array( 'user' => $user_id, 'at' => 0 ) );
		}
		foreach ( $stored->records() as $record ) {
			/* translators: %s: name of an environment. */
			$found[] = array( sprintf( __( 'Environment “%s” saved', 'headless-deploy' ), $record->label ), $record->saved );
			$pause   = $record->paused;
			$found[] = array(
				/* translators: %s: name of an environment. */
				sprintf( __( 'Environment “%s” paused', 'headless-deploy' ), $record->label ),
				null === $pause ? null : array( 'user' => $pause->by, 'at' => $pause->since ),
			);
		}
		$schedules = $this->schedules->get();
		$removed   = array_map( array_values( ... ), array_column( $schedules['removed'], 'schedules' ) );
		foreach ( array_merge( array_values( $schedules['schedules'] ), ...$removed ) as $record ) {
			/* translators: %s: name of a schedule. */
			$found[] = array( sprintf( __( 'Schedule “%s” saved', 'headless-deploy' ), $record['label'] ), $record['saved'] );
		}
		foreach ( $this->uploads->of( $user_id ) as $upload ) {
			$found[] = array(
				/* translators: %s: name of a file. */
				sprintf( __( 'Upload of “%s” started', 'headless-deploy' ), $upload->file_name() ),
				array( 'user' => $user_id, 'at' => $upload->to_array()['createdAt'] ),
			);
		}
		$own = array_filter( $found, static fn( array $one ): bool => $user_id === ( $one[1]['user'] ?? 0 ) );
		return array_values( array_map( static fn( array $one ): array => array( 'label' => $one[0], 'at' => $one[1]['at'] ?? 0 ), $own ) );
	}

	/**
	 * @return int Number of settings that named the user.
	 */
	public function erase( int $user_id ): int {
		$named = count( $this->of( $user_id ) );
		if ( 0 === $named ) {
			return 0;
		}
		$this->environments->change(
			static fn( Stored_Environments $stored ): Stored_Environments => $stored
				->with( general_saved: self::saved_without_user( $user_id, $stored->general_saved ) )
				->with_each_record( static fn( Environment $record ): Environment => self::without_user( $record, $user_id ) ),
		);
		array_map( fn( Upload $upload ) => $this->uploads->delete( $upload ), $this->uploads->of( $user_id ) );
		if ( $user_id === ( $this->credentials->saved()['user'] ?? 0 ) ) {
			$this->credentials->forget_saved();
		}
		$this->notifications->forget_user( $user_id );
		$this->schedules->change(
			static function ( array $stored ) use ( $user_id ): array {
				$stored['schedules'] = self::schedules_without_user( $stored['schedules'], $user_id );
				foreach ( $stored['removed'] as $id => $removed ) {
					$stored['removed'][ $id ]['schedules'] = self::schedules_without_user( $removed['schedules'], $user_id );
				}
				return $stored;
			},
		);
		return $named;
	}

	/**
	 * @param  array<string, Record> $schedules
	 * @return array<string, Record>
	 */
	private static function schedules_without_user( array $schedules, int $user_id ): array {
		foreach ( $schedules as $id => $record ) {
			$schedules[ $id ]['saved'] = self::saved_without_user( $user_id, $record['saved'] );
		}
		return $schedules;
	}

	private static function without_user( Environment $record, int $user_id ): Environment {
		$pause = $record->paused;
		return $record->with(
			saved: self::saved_without_user( $user_id, $record->saved ),
			paused: $user_id === $pause?->by ? new Pause( $pause->reason, $pause->since, $pause->next_attempt_at ) : $pause,
		);
	}

	/**
	 * Returns the stored value, or null if it names the user.
	 *
	 * @param  Saved $saved
	 * @return Saved
	 */
	private static function saved_without_user( int $user_id, ?array $saved ): ?array {
		return $user_id === ( $saved['user'] ?? 0 ) ? null : $saved;
	}
}
