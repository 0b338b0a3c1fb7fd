<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests;

use HeadlessDeploy\Action;
use HeadlessDeploy\CLI\Arguments;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Notifications\Chat_Service;
use HeadlessDeploy\Notifications\Notification_Kind;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Schedules\Frequency;
use HeadlessDeploy\Schedules\Weekday;
use HeadlessDeploy\Services;
use HeadlessDeploy\Status\Environment_Status;
use HeadlessDeploy\System_Clock;

/**
 * Compares every list of values that is written by hand, or that WordPress was given, with its enum.
 */
final class EnumListsTest extends Wp_Test_Case {
	private const PROJECT = __DIR__ . '/../..';

	/**
	 * Lists that name a part of an enum on purpose. Place => the list, as it is compared, and why.
	 */
	private const PARTS = array(
		'docs/abilities.md' => array( 'held paused' => 'two fields' ),
		'docs/glossary.md'  => array(
			'ability cli manual'   => 'the causes of a manual run',
			'cleanRebuild rebuild' => 'the actions of the build lane',
		),
		'docs/reference-api.md' => array( 'cleanRebuild rebuild' => 'the builds of the local platform' ),
		'docs/hooks.md'         => array( 'purgeCache rebuild' => 'what replaces a refresh' ),
		'docs/notifications.md' => array( 'purgeCache rebuild' => 'what replaces a refresh' ),
		'docs/providers.md'     => array( 'cleanRebuild purgeCache rebuild' => 'webhooks of a provider' ),
		'readme.txt'            => array(
			'cleanRebuild purgeCache rebuild' => 'what a webhook URL offers',
			'purgeCache rebuild refresh'      => 'what editors may start',
		),
		'includes/CLI/Environments_Commands.php'       => array( 'cleanRebuild purgeCache rebuild' => 'what a webhook URL offers' ),
		'src/shared/build-states.ts'                   => array( 'canceled failed' => 'states of a build on the platform' ),
		'src/panel/connections/connection-buttons.tsx' => array( 'constant copy disabled key no_curl unknown' => 'pauses that Resume does not end' ),
	);

	/**
	 * @return array<string, list<list<string>>> Enum => its values, and named parts of them.
	 */
	private static function enums(): array {
		$causes = array_column( Cause::cases(), 'value' );
		return array(
			'action'             => array( array_column( Action::cases(), 'value' ), array_column( Action::hosted(), 'value' ) ),
			'lane'               => array( array_column( Lane::cases(), 'value' ) ),
			'run status'         => array( array_column( Run_Status::cases(), 'value' ), Run_Status::logged() ),
			'cause'              => array( $causes ),
			'environment status' => array( array_column( Environment_Status::cases(), 'value' ) ),
			'pause reason'       => array( array_column( Pause_Reason::cases(), 'value' ), array_values( array_diff( array_column( Pause_Reason::cases(), 'value' ), array( Pause_Reason::Unknown->value ) ) ) ),
			'frequency'          => array( array_column( Frequency::cases(), 'value' ) ),
			'weekday'            => array( array_column( Weekday::cases(), 'value' ) ),
			'notification kind'  => array( array_column( Notification_Kind::cases(), 'value' ) ),
			'chat'               => array( array_column( Chat_Service::cases(), 'value' ) ),
		);
	}

	public function test_each_list_of_values_has_all_values_of_its_enum(): void {
		$incomplete = array();
		foreach ( self::all_lists() as list( $place, $list ) ) {
			$enum = self::problem( $place, $list );
			if ( null !== $enum ) {
				$incomplete[] = "$place: " . implode( ', ', $list ) . " ($enum)";
			}
		}
		$this->assertSame( array(), $incomplete );
	}

	public function test_finds_a_list_that_lacks_a_value(): void {
		$this->assertNotNull( self::problem( 'anywhere', array( 'rebuild', 'clean-rebuild', 'purge-cache' ) ), 'the spelling of commands has no part without Refresh' );
		$this->assertNotNull( self::problem( 'anywhere', array( 'build', 'cache' ) ) );
		$this->assertNull( self::problem( 'anywhere', array( 'build', 'cache', 'refresh' ) ) );
		$this->assertNull( self::problem( 'anywhere', array( 'red', 'green' ) ) );
	}

	public function test_compares_lists_of_every_kind(): void {
		$kinds = array_count_values( array_map( static fn( array $found ): string => (string) strtok( $found[0], ' ' ), self::all_lists() ) );
		foreach ( array( 'WP-CLI' => 10, 'ability' => function_exists( 'wp_get_abilities' ) ? 4 : 0, 'REST' => 20, 'docs/rest.md' => 3, 'docs/glossary.md' => 4, 'src/shared/wire.ts' => 8 ) as $kind => $expected ) {
			$this->assertGreaterThanOrEqual( $expected, $kinds[ $kind ] ?? 0, $kind );
		}
	}

	/**
	 * @return list<array{string, list<string>}> Place and values.
	 */
	private static function all_lists(): array {
		return array( ...self::in_commands(), ...self::in_routes(), ...self::in_abilities(), ...self::in_documents(), ...self::in_scripts() );
	}

	/**
	 * @param  list<string> $list
	 * @return string|null  The enum of which values are missing.
	 */
	private static function problem( string $place, array $list ): ?string {
		$values   = array_values( array_unique( array_map( self::value( ... ), $list ) ) );
		$is_words = $values !== array_values( array_unique( $list ) );
		sort( $values );
		$related = null;
		foreach ( self::enums() as $name => $parts ) {
			foreach ( $parts as $index => $part ) {
				sort( $part );
				if ( $part === $values && ( 0 === $index || ! $is_words ) ) {
					return null;
				}
			}
			$related = count( $values ) > 1 && array() === array_diff( $values, $parts[0] ) ? $name : $related;
		}
		$names = array_intersect( array( implode( ' ', $values ) ), array_keys( self::PARTS[ (string) strtok( $place, ' ' ) ] ?? array() ) );
		return array() === $names ? $related : null;
	}

	/**
	 * Returns the value that a word of a command or a label stands for.
	 */
	private static function value( string $word ): string {
		foreach ( Action::cases() as $action ) {
			if ( $action->label() === $word ) {
				return $action->value;
			}
		}
		return Arguments::action( $word )->value ?? $word;
	}

	/**
	 * @return list<array{string, list<string>}>
	 */
	private static function in_commands(): array {
		$found = array();
		foreach ( ( new Services( new System_Clock() ) )->commands()->commands as $name => $command ) {
			foreach ( array_filter( array_column( $command->options, 'values', 'syntax' ) ) as $syntax => $values ) {
				$found[] = array( "WP-CLI $name $syntax", $values );
			}
		}
		return $found;
	}

	/**
	 * @return list<array{string, list<string>}>
	 */
	private static function in_routes(): array {
		$found = array();
		foreach ( rest_get_server()->get_routes( Rest::ROUTE_NAMESPACE ) as $route => $handlers ) {
			foreach ( $handlers as $handler ) {
				array_push( $found, ...self::in_schema( "REST $route", array( 'properties' => $handler['args'] ?? array() ) ) );
			}
			$schema = rest_get_server()->get_route_options( $route )['schema'] ?? null;
			array_push( $found, ...self::in_schema( "REST $route", is_callable( $schema ) ? $schema() : array() ) );
		}
		return $found;
	}

	/**
	 * @return list<array{string, list<string>}>
	 */
	private static function in_abilities(): array {
		$found = array();
		foreach ( function_exists( 'wp_get_abilities' ) ? wp_get_abilities() : array() as $name => $ability ) {
			if ( str_starts_with( $name, 'headless-deploy/' ) ) {
				array_push( $found, ...self::in_schema( "ability $name", $ability->get_input_schema() ), ...self::in_schema( "ability $name", $ability->get_output_schema() ) );
			}
		}
		return $found;
	}

	/**
	 * @param  array<mixed>                      $schema
	 * @return list<array{string, list<string>}>
	 */
	private static function in_schema( string $place, array $schema ): array {
		$found = array();
		if ( is_array( $schema['enum'] ?? null ) ) {
			$found[] = array( $place, array_values( array_filter( $schema['enum'], is_string( ... ) ) ) );
		}
		foreach ( array( ...array_values( $schema['properties'] ?? array() ), $schema['items'] ?? null, $schema['additionalProperties'] ?? null ) as $part ) {
			if ( is_array( $part ) ) {
				array_push( $found, ...self::in_schema( $place, $part ) );
			}
		}
		return $found;
	}

	/**
	 * Finds `a`, `b` or `c`, `a|b|c`, and the labels of actions, in the documentation and in doc comments.
	 *
	 * @return list<array{string, list<string>}>
	 */
	private static function in_documents(): array {
		$documents = array( ...(array) glob( self::PROJECT . '/docs/*.md' ), self::PROJECT . '/README.md', self::PROJECT . '/readme.txt', ...self::files( 'includes', 'php' ) );
		$labels    = implode( '|', array_map( static fn( Action $action ): string => $action->label(), Action::cases() ) );
		$found     = array();
		foreach ( $documents as $file ) {
			$text = (string) preg_replace( '/\n[\t ]*\*[\t ]+/', ' ', (string) file_get_contents( (string) $file ) );
			// The commands of the local platform have a table of their own.
			$text  = str_ends_with( (string) $file, '/cli.md' ) ? (string) strstr( $text, '# WP-CLI' ) : $text;
			$lists = array(
				'/`[\w-]+`(?:(?:, | or | and |, or |, and )`[\w-]+`)+/',
				'/=[a-z-]+(?:\\\\?\|[a-z-]+)+/',
				"/\b(?:$labels)(?:(?:, | or | and |, or |, and )(?:$labels)\b)+/",
				'/must be \w+(?:(?:, | or )\w+)+/',
			);
			foreach ( $lists as $list ) {
				preg_match_all( $list, $text, $matches );
				foreach ( $matches[0] as $match ) {
					preg_match_all( "/$labels|[\w-]+/", (string) preg_replace( '/^must be | or | and /', ' ', $match ), $words );
					$found[] = array( self::place( (string) $file ), $words[0] );
				}
			}
		}
		return $found;
	}

	/**
	 * Finds constant lists of texts. The compiler checks the keys of a Record.
	 *
	 * @return list<array{string, list<string>}>
	 */
	private static function in_scripts(): array {
		$found = array();
		foreach ( array( ...self::files( 'src', 'ts' ), ...self::files( 'src', 'tsx' ) ) as $file ) {
			preg_match_all( "/(?:\[\] = )?\[((?:\s*'[\w-]+',?)+)\s*\](?: as const)?/", (string) file_get_contents( $file ), $matches, PREG_SET_ORDER );
			foreach ( $matches as list( $whole, $items ) ) {
				if ( str_starts_with( $whole, '[] = ' ) || str_ends_with( $whole, ' as const' ) ) {
					preg_match_all( '/[\w-]+/', $items, $words );
					$found[] = array( self::place( $file ), $words[0] );
				}
			}
		}
		return $found;
	}

	/**
	 * @return list<string>
	 */
	private static function files( string $folder, string $ending ): array {
		$found = array();
		foreach ( new \RecursiveIteratorIterator( new \RecursiveDirectoryIterator( self::PROJECT . "/$folder", \FilesystemIterator::SKIP_DOTS ) ) as $file ) {
			if ( $file->getExtension() === $ending ) {
				$found[] = $file->getPathname();
			}
		}
		sort( $found );
		return $found;
	}

	private static function place( string $file ): string {
		return substr( $file, strlen( self::PROJECT . '/' ) );
	}
}
