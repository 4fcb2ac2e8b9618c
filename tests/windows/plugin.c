/* A plugin in the way of many for Windows: its lines end in CR LF there. It says how long games are; by its argument, it does
   what no plugin should. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
static void linger(void) { Sleep(600000); }
#else
#include <unistd.h>
static void linger(void) { sleep(600); }
#endif

static char line[1 << 20];

static void say(const char *text) {
    puts(text);
    fflush(stdout);
}

static void answer(const char *plies) {
    char text[64];
    snprintf(text, sizeof text, "{\"Length\": \"%d plies\"}", atoi(plies));
    say(*plies == 'n' ? "{}" : text);
}

int main(int count, char **words) {
    const char *mood = count > 1 ? words[1] : "";
    if (!fgets(line, sizeof line, stdin)) return 1;
    say("{\"columns\": [{\"tag\": \"Length\", \"key\": \"length\"}]}");
    while (fgets(line, sizeof line, stdin)) {
        if (!strcmp(mood, "hang")) linger();
        if (!strcmp(mood, "die")) return 3;
        /* Not flushed: it comes at once with the answer, so that it is too much for the same game however slow the machine is. */
        if (!strcmp(mood, "babble")) puts("{}");
        if (!strcmp(mood, "complain")) fprintf(stderr, "a word\n");
        answer(strstr(line, "\"plies\":") + 8);
    }
    return strcmp(mood, "fail") ? 0 : 4;
}
