package org.eclipse.jetty.start.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.eclipse.jetty.start.jvm.CommandLine;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.modules.ModuleRegistry;
import org.eclipse.jetty.start.properties.PropertyRegistry;
import org.eclipse.jetty.start.session.ArgumentParser;

/**
 * Writes what makes a shell complete options, modules and properties: {@code --completion=bash|zsh}.
 *
 * <p>The options are those that {@code --help} describes; modules and properties are those of the base and home for which the
 * script is written. It completes the arguments behind {@code java -jar .../start.jar}, and leaves other uses of {@code java} alone.
 */
public final class Completion {
    private static final List<String> LISTS = List.of("module", "tag", "part");

    private final ModuleRegistry modules;
    private final PropertyRegistry properties;

    public Completion(ModuleRegistry modules, PropertyRegistry properties) {
        this.modules = modules;
        this.properties = properties;
    }

    public String script(String shell) {
        return shell.equals("zsh") ? zsh() : bash();
    }

    private List<String> moduleNames() {
        List<String> names = new ArrayList<>();
        for (ModuleFile module : modules.all()) {
            if (module.name().indexOf('/') < 0) {
                names.add(module.name());
            }
        }
        return names;
    }

    private List<String> propertyNames() {
        List<String> names = new ArrayList<>();
        for (String name : properties.names()) {
            if (CommandLine.isSafe(name)) {
                names.add(name);
            }
        }
        return names;
    }

    /** The words that an option takes, by what stands for its value; empty for files and free texts. */
    private Set<String> words(Usage.Option option) {
        Set<String> words = new TreeSet<>(option.values());
        if (option.placeholder() == null) {
            return words;
        }
        switch (option.placeholder()) {
            case "module" -> words.addAll(moduleNames());
            case "part" -> words.addAll(ArgumentParser.DRY_RUN_PARTS);
            case "tag" -> {
                for (ModuleFile module : modules.all()) {
                    words.addAll(module.tags());
                }
            }
            case "environment" -> {
                for (ModuleFile module : modules.all()) {
                    if (module.environment() != null) {
                        words.add(module.environment());
                    }
                }
            }
            case "name" -> {
                words.addAll(moduleNames());
                words.addAll(propertyNames());
                words.addAll(properties.idNames());
            }
            default -> {
                // a file, directory or text
            }
        }
        return words;
    }

    private static String join(Iterable<String> words) {
        StringBuilder line = new StringBuilder();
        for (String word : words) {
            if (!CommandLine.isSafe(word)) {
                continue;
            }
            if (line.length() > 0) {
                line.append(' ');
            }
            line.append(word);
        }
        return line.toString();
    }

    /** Options with the same words, as patterns of a {@code case}. */
    private TreeMap<String, List<String>> cases(boolean lists) {
        TreeMap<String, List<String>> cases = new TreeMap<>();
        for (Usage.Option option : Usage.options()) {
            boolean isList = option.placeholder() != null && LISTS.contains(option.placeholder());
            String words = join(words(option));
            if (isList == lists && !words.isEmpty()) {
                cases.computeIfAbsent(words, key -> new ArrayList<>()).add(option.name());
            }
        }
        return cases;
    }

    private String caseLines(boolean lists, String indent) {
        StringBuilder lines = new StringBuilder();
        for (var entry : cases(lists).entrySet()) {
            lines.append(indent)
                    .append(String.join("|", entry.getValue()))
                    .append(") words=\"")
                    .append(entry.getKey())
                    .append("\" ;;\n");
        }
        return lines.toString();
    }

    private static List<String> optionWords() {
        List<String> words = new ArrayList<>();
        for (Usage.Option option : Usage.options()) {
            boolean needsValue =
                    option.placeholder() != null || !option.values().isEmpty();
            words.add(option.name() + (needsValue && !isOptional(option) ? "=" : ""));
        }
        return words;
    }

    /** Whether the option may be given without its value, as the text describes it in both forms. */
    private static boolean isOptional(Usage.Option option) {
        String text = Usage.text();
        return text.contains("  " + option.name() + " ") || text.contains("  " + option.name() + "\n");
    }

    private String bash() {
        String names = "";
        for (String name : propertyNames()) {
            names += name + "= ";
        }
        return """
                # Completion of start.jar for bash. Use: source <(java -jar $JETTY_HOME/start.jar --completion=bash)
                _jetty_start() {
                    local cur="${COMP_WORDS[COMP_CWORD]}" prev="" option="" glued="" words="" lead=""
                    ((COMP_CWORD > 0)) && prev="${COMP_WORDS[COMP_CWORD-1]}"
                    if [[ $cur == "=" ]]; then option=$prev; cur=""
                    elif [[ $prev == "=" ]] && ((COMP_CWORD > 1)); then option="${COMP_WORDS[COMP_CWORD-2]}"
                    elif [[ $cur == --*=* ]]; then option="${cur%%=*}"; cur="${cur#*=}"; glued="$option="
                    fi
                    COMPREPLY=()
                    if [[ -n $option ]]; then
                        case $option in
                @LISTS@
                        esac
                        if [[ -n $words ]]; then
                            [[ $cur == *,* ]] && lead="${cur%,*},"
                            COMPREPLY=($(compgen -P "$glued$lead" -W "$words" -- "${cur##*,}"))
                            return
                        fi
                        case $option in
                @SINGLE@
                        esac
                        if [[ -n $words ]]; then COMPREPLY=($(compgen -P "$glued" -W "$words" -- "$cur"))
                        else COMPREPLY=($(compgen -P "$glued" -f -- "$cur")); fi
                        return
                    fi
                    if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "@OPTIONS@" -- "$cur"))
                    else COMPREPLY=($(compgen -W "@PROPERTIES@" -- "$cur") $(compgen -f -- "$cur")); fi
                    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
                    return 0
                }
                _jetty_start_java() {
                    local i
                    for ((i = 1; i < COMP_CWORD; i++)); do
                        if [[ ${COMP_WORDS[i]} == -jar && ${COMP_WORDS[i+1]} == *start.jar && $((i + 1)) -lt $COMP_CWORD ]]; then
                            _jetty_start "$@"
                            return
                        fi
                    done
                    if [[ -n ${_jetty_start_before:-} ]]; then "$_jetty_start_before" "$@"
                    else COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")); fi
                }
                _jetty_start_found=$(complete -p java 2>/dev/null | sed -n 's/.*-F \\([^ ]*\\) .*/\\1/p')
                [[ $_jetty_start_found != _jetty_start_java ]] && _jetty_start_before=$_jetty_start_found
                unset _jetty_start_found
                complete -o filenames -o bashdefault -F _jetty_start_java java
                """.replace("@LISTS@\n", caseLines(true, "            "))
                .replace("@SINGLE@\n", caseLines(false, "            "))
                .replace("@OPTIONS@", join(optionWords()))
                .replace("@PROPERTIES@", names.trim());
    }

    private String zsh() {
        return """
                #compdef java
                # Completion of start.jar for zsh. Use: source <(java -jar $JETTY_HOME/start.jar --completion=zsh)
                _jetty_start() {
                    local words="" option
                    local -a options names
                    if [[ $PREFIX == --*=* ]]; then
                        option=${PREFIX%%=*}
                        compset -P '*='
                        case $option in
                @LISTS@
                        esac
                        if [[ -n $words ]]; then
                            compset -P '*,'
                            compadd -S '' -- ${=words}
                            return
                        fi
                        case $option in
                @SINGLE@
                        esac
                        if [[ -n $words ]]; then compadd -- ${=words}
                        else _files; fi
                        return
                    fi
                    options=(
                @OPTIONS@
                    )
                    names=(
                @PROPERTIES@
                    )
                    if [[ $PREFIX == -* ]]; then _describe -o option options -S ''
                    else
                        _describe property names -S ''
                        _files -g '*.(xml|properties)'
                    fi
                }
                _jetty_start_java() {
                    if [[ ${words[(I)-jar]} -gt 0 && ${words[${words[(I)-jar]}+1]} == *start.jar && $CURRENT -gt $((${words[(I)-jar]} + 1)) ]]; then
                        _jetty_start
                    elif (( $+functions[_java] )) || autoload -Uz _java 2>/dev/null; then _java
                    else _files
                    fi
                }
                compdef _jetty_start_java java
                """.replace("@LISTS@\n", caseLines(true, "            "))
                .replace("@SINGLE@\n", caseLines(false, "            "))
                .replace("@OPTIONS@\n", zshOptions())
                .replace("@PROPERTIES@\n", zshNames());
    }

    /** The options with their descriptions, a quoted word a line. */
    private static String zshOptions() {
        StringBuilder options = new StringBuilder();
        for (Usage.Option option : Usage.options()) {
            boolean needsValue =
                    option.placeholder() != null || !option.values().isEmpty();
            String name = option.name() + (needsValue && !isOptional(option) ? "=" : "");
            options.append("        ")
                    .append(CommandLine.quote(name.replace(":", "\\:") + ":" + option.description()))
                    .append('\n');
        }
        return options.toString();
    }

    /** The names of properties with their descriptions, a quoted word a line. */
    private String zshNames() {
        StringBuilder names = new StringBuilder();
        for (String name : propertyNames()) {
            PropertyRegistry.Known known = properties.get(name);
            names.append("        ")
                    .append(CommandLine.quote(
                            name.replace(":", "\\:") + "=" + (known == null ? "" : ":" + known.description())))
                    .append('\n');
        }
        return names.toString();
    }
}
