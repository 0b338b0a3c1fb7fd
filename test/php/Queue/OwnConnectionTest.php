<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Action;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Change_Store;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\New_Change;
use HeadlessDeploy\Queue\Own_Connection;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Tests\Test_Database;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
#[Group( 'processes' )]
final class OwnConnectionTest extends Wp_Test_Case {
	public function test_writes_although_the_connection_of_wordpress_refuses_every_statement(): void {
		global $wpdb;
		if ( Test_Database::is_sqlite() ) {
			$this->expectNotToPerformAssertions();
			return;
		}
		$inserts = $this->inserts( '100% {of}' );
		add_filter( 'query', static fn(): string => 'SELECT nothing FROM nowhere' );
		$is_written = ( new Own_Connection() )->write( $inserts );
		remove_all_filters( 'query' );
		$this->assertTrue( $is_written );
		$wpdb->query( 'COMMIT' );
		$this->assertSame( '100% {of}', Stored_Reason::list_of( (string) $wpdb->get_var( "SELECT reasons FROM {$wpdb->headless_deploy_changes}" ) )[0]->name );
		$wpdb->query( "DELETE FROM {$wpdb->headless_deploy_changes}" );
	}

	public function test_writes_all_statements_or_none(): void {
		global $wpdb;
		if ( Test_Database::is_sqlite() ) {
			$this->expectNotToPerformAssertions();
			return;
		}
		$this->assertFalse( ( new Own_Connection() )->write( array( ...$this->inserts( 'one' ), 'INSERT INTO nowhere (id) VALUES (1)' ) ) );
		$wpdb->query( 'COMMIT' );
		$this->assertSame( array(), $wpdb->get_col( "SELECT reasons FROM {$wpdb->headless_deploy_changes}" ) );
	}

	public function test_gives_up_on_a_server_that_accepts_connections_and_never_answers(): void {
		global $wpdb;
		$server   = stream_socket_server( 'tcp://127.0.0.1:0' );
		$is_mysql = $wpdb->is_mysql;
		$host     = $wpdb->dbhost;
		$this->assertIsResource( $server );
		$wpdb->is_mysql = true;
		$wpdb->dbhost   = (string) stream_socket_get_name( $server, false );
		$this->assertFalse( ( new Own_Connection() )->write( array( 'INSERT INTO nowhere (id) VALUES (1)' ) ) );
		$wpdb->is_mysql = $is_mysql;
		$wpdb->dbhost   = $host;
		fclose( $server );
	}

	/**
	 * @return non-empty-list<string>
	 */
	private function inserts( string $name ): array {
		return Change_Store::inserts( array( new New_Change( Lane_Key::of( 1, 'production', Lane::Build ), Action::Rebuild, 1, 1, array( new Stored_Reason( name: $name ) ) ) ) );
	}
}
